import type { ComponentType } from 'react';
import {
  Bell,
  BookOpen,
  CalendarClock,
  Camera,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Circle,
  CircleCheck,
  CircleDot,
  Clock,
  Copy,
  Download,
  FileText,
  Folder,
  Heart,
  House,
  Inbox,
  Info,
  Lock,
  Mic,
  Pause,
  Pencil,
  Play,
  Plus,
  Printer,
  RotateCw,
  Search,
  Settings,
  Share2,
  ShoppingBasket,
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
function icon(Drawing: LucideIcon): IconComponent {
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
export const BasketIcon = /* @__PURE__ */ icon(ShoppingBasket);
export const BellIcon = /* @__PURE__ */ icon(Bell);
export const BookIcon = /* @__PURE__ */ icon(BookOpen);
export const CalendarIcon = /* @__PURE__ */ icon(CalendarClock);
export const CameraIcon = /* @__PURE__ */ icon(Camera);
export const ChartIcon = /* @__PURE__ */ icon(ChartColumn);
export const CheckIcon = /* @__PURE__ */ icon(Check);
export const ClockIcon = /* @__PURE__ */ icon(Clock);
export const CloseIcon = /* @__PURE__ */ icon(X);
export const CopyIcon = /* @__PURE__ */ icon(Copy);
export const DeleteIcon = /* @__PURE__ */ icon(Trash2);
export const DoneIcon = /* @__PURE__ */ icon(CircleCheck);
export const DownIcon = /* @__PURE__ */ icon(ChevronDown);
export const DownloadIcon = /* @__PURE__ */ icon(Download);
export const EditIcon = /* @__PURE__ */ icon(Pencil);
export const FolderIcon = /* @__PURE__ */ icon(Folder);
/** Half done: in progress. */
export const HalfIcon = /* @__PURE__ */ icon(CircleDot);
export const HeartIcon = /* @__PURE__ */ icon(Heart);
export const HomeIcon = /* @__PURE__ */ icon(House);
export const InboxIcon = /* @__PURE__ */ icon(Inbox);
export const InfoIcon = /* @__PURE__ */ icon(Info);
export const LeftIcon = /* @__PURE__ */ icon(ChevronLeft);
export const LiteIcon = /* @__PURE__ */ icon(Zap);
export const LockIcon = /* @__PURE__ */ icon(Lock);
export const MicIcon = /* @__PURE__ */ icon(Mic);
export const PaperIcon = /* @__PURE__ */ icon(FileText);
export const PauseIcon = /* @__PURE__ */ icon(Pause);
export const PlayIcon = /* @__PURE__ */ icon(Play);
export const PlusIcon = /* @__PURE__ */ icon(Plus);
export const PrintIcon = /* @__PURE__ */ icon(Printer);
export const RightIcon = /* @__PURE__ */ icon(ChevronRight);
/** Nothing done yet. */
export const RingIcon = /* @__PURE__ */ icon(Circle);
export const RotateIcon = /* @__PURE__ */ icon(RotateCw);
export const SearchIcon = /* @__PURE__ */ icon(Search);
export const SettingsIcon = /* @__PURE__ */ icon(Settings);
export const ShareIcon = /* @__PURE__ */ icon(Share2);
export const StarIcon = /* @__PURE__ */ icon(Star);
export const StopIcon = /* @__PURE__ */ icon(Square);
export const UploadIcon = /* @__PURE__ */ icon(Upload);
export const UsersIcon = /* @__PURE__ */ icon(Users);
