import type { EstimateUnit, TrackerLinks } from '@espalier/domain'
import type { SqlClient } from '../../../database/nodes.ts'
import type { ProjectHead } from '../../../database/projects.ts'
import type { IssueFieldRequest, TrackerFieldModel, TrackerSite } from '../../../ports/tracker.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { listSyncedFields } from '../../projects/index.ts'
import { type ProjectPeople, readProjectPeople } from './fields-store.ts'

/** How the fields of one project and of its issues translate into each other. */
export interface FieldRules {
  /** The fields that are synced. */
  readonly request: IssueFieldRequest
  readonly model: TrackerFieldModel
  /** How much of the tracker's estimate one unit of ours is: 1 for story points, else seconds. */
  readonly perUnit: number
  /** Why estimates cannot be synced although they should be. */
  readonly estimateProblem: string | null
  /** The people of the project by their email addresses. */
  readonly people: ProjectPeople
  /** The meaning of a link of the chosen type in the plan. */
  readonly linksAs: TrackerLinks
}

const noModel: TrackerFieldModel = { pointFieldIds: [], priorities: [], hoursPerDay: 8 }

interface FieldRulesInput {
  readonly project: Pick<ProjectHead, 'id' | 'jira_fields' | 'jira_estimate' | 'jira_links' | 'estimate_unit'>
  readonly site: Pick<TrackerSite, 'site'>
  /** Called only if it is needed. */
  readModel(): Promise<TrackerFieldModel>
}

export async function readFieldRules(
  db: SqlClient,
  { project, site, readModel }: FieldRulesInput,
): Promise<FieldRules> {
  const wanted = listSyncedFields(project)
  const needsModel = wanted.includes('estimate') || wanted.includes('priority')
  const model = needsModel ? await readModel() : noModel
  const usesPoints = project.jira_estimate === 'points' && model.pointFieldIds.length > 0
  const perUnit = usesPoints ? 1 : toSeconds(project.estimate_unit, model)
  const isImpossible = wanted.includes('estimate') && perUnit === null
  return {
    request: {
      names: isImpossible ? wanted.filter((name) => name !== 'estimate') : wanted,
      pointFieldIds: usesPoints ? model.pointFieldIds : null,
    },
    model,
    perUnit: perUnit ?? 1,
    estimateProblem: isImpossible ? trackerErrorTexts.sync.pointsAreNoTime(site.site) : null,
    people: wanted.includes('assignee') ? await readProjectPeople(db, project.id) : new Map(),
    linksAs: project.jira_links,
  }
}

/** Null: points are no time. */
function toSeconds(unit: EstimateUnit, { hoursPerDay }: TrackerFieldModel): number | null {
  if (unit === 'points') return null
  return 3_600 * (unit === 'days' ? hoursPerDay : 1)
}
