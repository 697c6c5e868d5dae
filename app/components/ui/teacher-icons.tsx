import {
  ChevronLeft,
  ChevronRight,
  Copy,
  Download,
  Pause,
  Pencil,
  Printer,
  Search,
  Settings,
  Share2,
  ShoppingBasket,
} from 'lucide-react';
import { icon } from './icons';

// What only teachers' pages draw stands apart: the other icons are in the file that every page loads.
export const BasketIcon = /* @__PURE__ */ icon(ShoppingBasket);
export const CopyIcon = /* @__PURE__ */ icon(Copy);
export const DownloadIcon = /* @__PURE__ */ icon(Download);
export const EditIcon = /* @__PURE__ */ icon(Pencil);
export const LeftIcon = /* @__PURE__ */ icon(ChevronLeft);
export const PauseIcon = /* @__PURE__ */ icon(Pause);
export const PrintIcon = /* @__PURE__ */ icon(Printer);
export const RightIcon = /* @__PURE__ */ icon(ChevronRight);
export const SearchIcon = /* @__PURE__ */ icon(Search);
export const SettingsIcon = /* @__PURE__ */ icon(Settings);
export const ShareIcon = /* @__PURE__ */ icon(Share2);
