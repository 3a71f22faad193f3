export { fetchNodeTransitions, type NodeTransitions } from './fetch-lives.ts'
