import { Outlet } from 'react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { pageConfig } from '../../data/config/index.ts'

const NotFoundPage = lazyPart(async () => (await import('../../features/not-found/index.ts')).NotFoundPage)

/** Where the operator has switched the board off, nothing stands at its address. */
export const FeedbackDoor = () => (pageConfig().features.feedback === 'off' ? <NotFoundPage /> : <Outlet />)
