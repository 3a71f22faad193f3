export { UpcomingPage } from './UpcomingPage.tsx'
