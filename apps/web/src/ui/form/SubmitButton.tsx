import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import styles from './SubmitButton.module.css'

export const SubmitButton = ({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) => (
  <Button type="submit" look="primary" isBusy={isBusy} className={styles.submit}>
    {children}
  </Button>
)
