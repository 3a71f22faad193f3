/** Something a test waits for, and can wait for again. */
export interface Signal {
  readonly given: Promise<void>
  give(): void
}

export function createSignal(): Signal {
  let give: () => void = Function.prototype as () => void
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}
