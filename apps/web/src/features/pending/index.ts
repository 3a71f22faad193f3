export { PendingPage } from './PendingPage.tsx'
