import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import styles from './TopBar.module.css'

interface NavigationLinkProps {
  readonly to: string
  readonly children: ReactNode
}

export const NavigationLink = ({ to, children }: NavigationLinkProps) => (
  <NavLink to={to} end className={styles.link ?? ''}>
    {children}
  </NavLink>
)
