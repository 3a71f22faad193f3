export { fetchLives, type NodeLife } from './fetch-lives.ts'
