export { ProjectPage } from './TreePage.tsx'
