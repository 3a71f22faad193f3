import type { ProjectId } from '@espalier/domain'
import type { ListedProject } from '../../../data/projects/index.ts'

/** So many are drawn; who looks for another one types more of its name. */
const maxShownProjects = 100

const normalizeTitle = (text: string): string => text.normalize('NFC').toLowerCase()

/** Those whose title holds the words, whatever their case; never the project itself. */
export function findProjectsByTitle(
  projects: readonly ListedProject[],
  query: string,
  hereId: ProjectId,
): readonly ListedProject[] {
  const wanted = normalizeTitle(query.trim())
  return projects.filter(({ id, title }) => id !== hereId && normalizeTitle(title).includes(wanted)).slice(0, maxShownProjects)
}
