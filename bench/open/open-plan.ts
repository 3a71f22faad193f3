export interface OpenPlan {
  readonly sizes: readonly number[]
  /** Round-trip times in ms. */
  readonly lines: readonly number[]
  readonly rounds: number
  readonly peers: readonly string[]
  /** No visit begins after this, so that the bench ends whatever the machine is like. */
  readonly budgetMs: number
}

/** The line of the bars, and the one on which peers are measured first. */
export const barLineMs = 80
const allPeers = ['mind-elixir', 'excalidraw']
const whole: OpenPlan = {
  sizes: [60, 2_000, 10_000],
  lines: [0, 40, barLineMs, 150],
  rounds: 3,
  peers: allPeers,
  budgetMs: 450_000,
}
const quick: OpenPlan = { ...whole, sizes: [60], lines: [0, barLineMs], rounds: 1, budgetMs: 60_000 }

/** Parses `--quick`, or any of `--sizes=60`, `--lines=0,80`, `--rounds=5` and `--peers=mind-elixir` (or none). */
export function openPlanFrom(args: readonly string[]): OpenPlan {
  const usual = args.includes('--quick') ? quick : whole
  const given = (name: string) =>
    args
      .find((arg) => arg.startsWith(`--${name}=`))
      ?.slice(name.length + 3)
      .split(',')
      .filter((part) => part !== '')
  const numbers = (name: string) => given(name)?.map(Number)
  const plan = {
    sizes: numbers('sizes') ?? usual.sizes,
    lines: numbers('lines') ?? usual.lines,
    rounds: numbers('rounds')?.[0] ?? usual.rounds,
    peers: given('peers') ?? usual.peers,
    budgetMs: usual.budgetMs,
  }
  for (const value of [...plan.sizes, ...plan.lines, plan.rounds]) {
    if (!Number.isInteger(value) || value < 0) throw new Error('--sizes, --lines and --rounds are whole numbers')
  }
  const unknown = plan.peers.find((name) => !allPeers.includes(name))
  if (unknown !== undefined) throw new Error(`no peer named ${unknown}; there are ${allPeers.join(', ')}`)
  return plan
}
