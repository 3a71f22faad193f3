export { TreePage } from './TreePage.tsx'
