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

/** Does the same work for every item, a pause after each step. */
export function* workInSteps<Item>(items: Iterable<Item>, work: (item: Item) => void): Steps<void> {
  const remaining = items[Symbol.iterator]()
  while (workOneStep(remaining, work)) yield
}

/** Not part of the generator, because engines do not optimize a loop inside of one while it runs. */
function workOneStep<Item>(remaining: Iterator<Item>, work: (item: Item) => void): boolean {
  for (let count = 0; count < nodesPerStep; count += 1) {
    const { done, value } = remaining.next()
    if (done === true) return false
    work(value)
  }
  return true
}
