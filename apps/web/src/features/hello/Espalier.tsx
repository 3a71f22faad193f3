import styles from './HelloPage.module.css'

const tierHeight = 48
const reachOfLowest = 210

/** Tiers of branches, the lowest the widest, each with a leaf at both ends. */
export function Espalier({ tiers }: { readonly tiers: number }) {
  const height = (tiers + 1) * tierHeight
  const rows = Array.from({ length: tiers }, (_, tier) => ({
    y: height - (tier + 0.6) * tierHeight,
    reach: reachOfLowest * (1 - tier / (tiers + 1)),
  }))
  return (
    <figure className={styles.figure}>
      <svg aria-hidden="true" className={styles.wall} viewBox={`-240 0 480 ${height}`}>
        <path className={styles.bark} d={`M0 ${height}V${tierHeight * 0.4}`} />
        {rows.map(({ y, reach }) => (
          <g key={y}>
            <path className={styles.bark} d={`M0 ${y}H${reach - 24}q24 0 24 -26M0 ${y}H${24 - reach}q-24 0 -24 -26`} />
            <circle className={styles.leaf} cx={reach} cy={y - 28} r="9" />
            <circle className={styles.leaf} cx={-reach} cy={y - 28} r="9" />
          </g>
        ))}
        <circle className={styles.leaf} cx="0" cy={tierHeight * 0.3} r="9" />
      </svg>
      <figcaption aria-live="polite">{tiers === 1 ? 'A tree with one tier' : `A tree with ${tiers} tiers`}</figcaption>
    </figure>
  )
}
