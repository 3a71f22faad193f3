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

export const registerAndOfferNewVersions = (): Promise<void> => startServiceWorker(offerNewVersion)
