import { lazy } from 'react'
import { Outlet } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'

const NotFoundPage = lazy(async () => ({ default: (await import('../../features/not-found/index.ts')).NotFoundPage }))

/** Where the operator has switched the board off, nothing stands at its address. */
export const FeedbackDoor = () => (pageConfig().features.feedback === 'off' ? <NotFoundPage /> : <Outlet />)
