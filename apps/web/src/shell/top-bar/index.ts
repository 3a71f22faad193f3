export { TopBar } from './TopBar.tsx'
