export { branchesOf, outlineOf } from './outline.ts'
