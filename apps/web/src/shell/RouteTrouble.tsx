import { browser } from '../platform/navigation.ts'
import { TroublePage } from '../ui/TroublePage.tsx'

/** A part of the page could not be loaded (often: a newer version was put in place) or failed while drawing. */
export const RouteTrouble = () => (
  <TroublePage
    title="This page could not be shown"
    sentence="Something went wrong while loading it. Trying again reloads the page."
    onRetry={() => browser.reload()}
  />
)
