import { Outlet } from 'react-router'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { pageConfig } from '../../data/config/index.ts'

const NotFoundPage = lazyComponent(async () => (await import('../../features/not-found/index.ts')).NotFoundPage)

/** Where the operator has switched the board off, nothing stands at its address. */
export const RequireFeedbackEnabled = () => (pageConfig().features.feedback === 'off' ? <NotFoundPage /> : <Outlet />)
