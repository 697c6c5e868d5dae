import { test } from './support/app';
import { shareOutToRelease } from './support/share-out-story';

test('from the share-out to the release with arbitration, without script', async ({ app, page, browser }) => {
  void app;
  // Five people one after the other.
  test.setTimeout(240_000);
  await shareOutToRelease(page, browser);
});
