import { pageConfig } from '../../api/session/page-config.ts'
import { introductionTexts } from '../../texts/introduction.ts'
import { Link } from '../../ui/Button.tsx'
import styles from './Introduction.module.css'

/** Says to a stranger what this is, beside the form, and leads to the tour that needs no account. */
export const Introduction = () => (
  <section aria-label={introductionTexts.label(pageConfig().productName)} className={styles.introduction}>
    <GrowingPlan />
    <ul className={styles.lines}>
      {Object.values(introductionTexts.lines).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <Link to="/hello" variant="secondary">
      {introductionTexts.tryWithoutAccount}
    </Link>
  </section>
)

interface DrawnNode {
  readonly x: number
  /** The middle of the box. */
  readonly y: number
  readonly width: number
  readonly height: number
  /** The length of the bar that stands for a title. */
  readonly title: number
  readonly status: 'todo' | 'progress' | 'done'
}

const drawBranch = (y: number, title: number, status: DrawnNode['status']): DrawnNode => ({
  x: 158,
  y,
  width: 76,
  height: 32,
  title,
  status,
})

const drawLeaf = (y: number, title: number, status: DrawnNode['status']): DrawnNode => ({
  x: 266,
  y,
  width: 78,
  height: 22,
  title,
  status,
})

const drawnNodes: readonly DrawnNode[] = [
  drawBranch(38, 38, 'done'),
  drawBranch(100, 34, 'progress'),
  drawBranch(162, 40, 'todo'),
  drawLeaf(22, 44, 'done'),
  drawLeaf(54, 32, 'done'),
  drawLeaf(100, 40, 'progress'),
  drawLeaf(146, 36, 'todo'),
  drawLeaf(178, 28, 'todo'),
]

/** A plan without words, so that it needs no translation. The lines below say the same to a screen reader. */
const GrowingPlan = () => (
  <svg aria-hidden="true" className={styles.picture} viewBox="0 0 360 200">
    <path className={styles.trunk} d="M112 100c28 0 18-62 46-62M112 100h46M112 100c28 0 18 62 46 62" />
    <path
      className={styles.twig}
      d="M234 38c20 0 12-16 32-16M234 38c20 0 12 16 32 16M234 100h32M234 162c20 0 12-16 32-16M234 162c20 0 12 16 32 16"
    />
    <rect className={styles.root} x="16" y="78" width="96" height="44" rx="12" />
    <rect className={styles.rootTitle} x="32" y="92" width="64" height="6" rx="3" />
    <rect className={styles.rootTitle} x="32" y="103" width="40" height="5" rx="2.5" />
    {drawnNodes.map(({ x, y, width, height, title, status }) => (
      <g key={`${x} ${y}`} data-status={status}>
        <rect className={styles.box} x={x} y={y - height / 2} width={width} height={height} rx={height / 4} />
        <circle className={styles.mark} cx={x + 14} cy={y} r="4.5" />
        {status === 'progress' && <path className={styles.half} d={`M${x + 14} ${y - 4.5}a4.5 4.5 0 0 0 0 9z`} />}
        <rect className={styles.title} x={x + 26} y={y - 2.5} width={title} height="5" rx="2.5" />
      </g>
    ))}
  </svg>
)
