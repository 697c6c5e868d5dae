import { keepDrafts } from './form-drafts';
import { guardLine } from './line-guard';

let isOn = false;

/** What the page needs of script once it stands: nothing of it belongs to what a first visit waits for. */
export function afterWaking(): void {
  if (isOn) return;
  isOn = true;
  const drafts = keepDrafts();
  const router = guardLine(drafts.onStored);
  drafts.follow(
    (each) => router.subscribe(each),
    (to) => void router.navigate(to),
  );
}
