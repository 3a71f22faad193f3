/** A long computation that can pause between its steps, so that a server answers others while it runs. */
export type Steps<Value> = Generator<undefined, Value, undefined>

/** Runs all steps without a pause. */
export function runSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The number of nodes in one step: a few milliseconds of work. */
export const nodesPerStep = 1_000
