import { Button } from '../../ui/Button.tsx'
import styles from './ProjectForm.module.css'

/** What is on the screen is not what is stored, and the person may have forgotten that they typed it. */
export const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className={styles.draft}>
    <span>This is what you typed before. It is not saved yet.</span>
    <Button size="small" onClick={onDiscard}>
      Discard draft
    </Button>
  </div>
)
