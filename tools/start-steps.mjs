// Shows the steps of a start with the seconds that each one took. Runs before anything is installed.

/** Numbers the steps and writes one line for each: `2/4 Building the page … 18 s`. */
export function createStartSteps({ total, write, now = Date.now }) {
  let number = 0
  let current = null
  let isLineOpen = false

  const openLine = () => {
    write(`${number}/${total} ${current.name} …`)
    isLineOpen = true
  }
  const end = (result = `${Math.round((now() - current.startedAt) / 1000)} s`) => {
    // The name is repeated if another line came in between.
    if (!isLineOpen) openLine()
    write(` ${result}\n`)
    isLineOpen = false
    current = null
  }

  return {
    begin(name) {
      if (current !== null) end()
      number += 1
      current = { name, startedAt: now() }
      openLine()
    },
    /** Ends the current step. The result is shown instead of the seconds. */
    end(result) {
      if (current !== null) end(result)
    },
    /** Writes other lines without mixing them with the line of a step. */
    write(text) {
      if (isLineOpen) write('\n')
      isLineOpen = false
      write(text)
    },
  }
}
