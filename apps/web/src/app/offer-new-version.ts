import { watchInput } from '../platform/input-pause.ts'
import { startServiceWorker } from '../platform/service-worker.ts'
import { newVersionTexts } from '../texts/new-version.ts'
import { toast } from '../ui/Toasts.tsx'

/** Shows that a new version is ready. A person who goes on working gets it when they next open the page. */
export function offerNewVersion(start: () => void): void {
  toast.success(newVersionTexts.isReady, {
    isPersistent: true,
    action: { label: newVersionTexts.reload, run: start },
  })
}

/** Somebody who never pauses gets the worker, too. */
const longestWaitMs = 30_000

/**
 * On a first visit the worker stores the whole page, which takes a core for a second or two. A person who is panning or
 * typing would feel that, so it waits for a pause.
 */
export async function registerAndOfferNewVersions(): Promise<void> {
  const input = watchInput()
  await input.waitForPause(longestWaitMs)
  input.stop()
  await startServiceWorker(offerNewVersion)
}
