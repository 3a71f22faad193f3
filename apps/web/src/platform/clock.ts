/** The one place that asks what time it is. */
export const clock = {
  now: (): number => Date.now(),
}
