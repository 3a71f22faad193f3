import styles from './PrototypeMark.module.css'

/** Nobody shall take an experiment for the product. */
export const PrototypeNotice = () => (
  <p className={styles.line}>
    <strong className={styles.badge}>Prototype</strong> An experiment beside the product: it may change or go. It
    changes nothing in a project.
  </p>
)
