import type { ComponentType } from 'react';
import {
  Bell,
  BookOpen,
  CalendarClock,
  Camera,
  ChartColumn,
  Check,
  ChevronDown,
  Circle,
  CircleCheck,
  CircleDot,
  Clock,
  FileText,
  Folder,
  Heart,
  House,
  Inbox,
  Info,
  Lock,
  Menu,
  Mic,
  Play,
  Plus,
  RotateCw,
  Square,
  Star,
  Trash2,
  TriangleAlert,
  Upload,
  Users,
  X,
  Zap,
  type LucideIcon,
} from 'lucide-react';

export type IconProps = {
  /** 16px, for small text; otherwise 20px. */
  small?: boolean;
  className?: string;
};

export type IconComponent = ComponentType<IconProps>;

/** Every icon is hidden from readers: it stands beside a word, or its button has a name. */
export function icon(Drawing: LucideIcon): IconComponent {
  return function Icon({ small = false, className = '' }: IconProps) {
    const size = small ? 16 : 20;
    return (
      <Drawing
        className={`icon${small ? ' icon-16' : ''}${className ? ` ${className}` : ''}`}
        width={size}
        height={size}
        aria-hidden="true"
        focusable="false"
      />
    );
  };
}

export const AlertIcon = /* @__PURE__ */ icon(TriangleAlert);
export const BellIcon = /* @__PURE__ */ icon(Bell);
export const BookIcon = /* @__PURE__ */ icon(BookOpen);
export const CalendarIcon = /* @__PURE__ */ icon(CalendarClock);
export const CameraIcon = /* @__PURE__ */ icon(Camera);
export const ChartIcon = /* @__PURE__ */ icon(ChartColumn);
export const CheckIcon = /* @__PURE__ */ icon(Check);
export const ClockIcon = /* @__PURE__ */ icon(Clock);
export const CloseIcon = /* @__PURE__ */ icon(X);
export const DeleteIcon = /* @__PURE__ */ icon(Trash2);
export const DoneIcon = /* @__PURE__ */ icon(CircleCheck);
export const DownIcon = /* @__PURE__ */ icon(ChevronDown);
export const FolderIcon = /* @__PURE__ */ icon(Folder);
/** Half done: in progress. */
export const HalfIcon = /* @__PURE__ */ icon(CircleDot);
export const HeartIcon = /* @__PURE__ */ icon(Heart);
export const HomeIcon = /* @__PURE__ */ icon(House);
export const InboxIcon = /* @__PURE__ */ icon(Inbox);
export const InfoIcon = /* @__PURE__ */ icon(Info);
export const LiteIcon = /* @__PURE__ */ icon(Zap);
export const LockIcon = /* @__PURE__ */ icon(Lock);
export const MenuIcon = /* @__PURE__ */ icon(Menu);
export const MicIcon = /* @__PURE__ */ icon(Mic);
export const PaperIcon = /* @__PURE__ */ icon(FileText);
export const PlayIcon = /* @__PURE__ */ icon(Play);
export const PlusIcon = /* @__PURE__ */ icon(Plus);
/** Nothing done yet. */
export const RingIcon = /* @__PURE__ */ icon(Circle);
export const RotateIcon = /* @__PURE__ */ icon(RotateCw);
export const StarIcon = /* @__PURE__ */ icon(Star);
export const StopIcon = /* @__PURE__ */ icon(Square);
export const UploadIcon = /* @__PURE__ */ icon(Upload);
export const UsersIcon = /* @__PURE__ */ icon(Users);
