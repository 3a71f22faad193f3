export { accept, refuse, type Result } from './result.ts'
export { exchangeLimits, limits, markupLimits, sharingLimits } from './limits.ts'
export { isEmail, normaliseEmail } from './email.ts'
export { clientNetwork } from './client-network.ts'
export { checkInvites, inviteTexts, readEmails, takeTags } from './email-list.ts'
export { hasProductAccess, trialWord } from './access.ts'
export { priceText, type Price } from './price-text.ts'
export { destinationOf, type Destination, type OwnPlaces } from './redirect.ts'

export {
  newNodeTitle,
  nodeLinksId,
  primaryParentOf,
  type GraphNode,
  type NodeId,
  type NodeType,
  type ProjectId,
} from './graph/node.ts'
export { createGraph, type EditableGraph, type Graph, type GraphView } from './graph/graph.ts'
export { ancestorIdsOf, childIdsOf, descendantIdsOf, measureChains, parentIdsOf } from './graph/walk.ts'
export { refusals, type Refusal } from './graph/refusal.ts'
export { applyChanges, applyStructure, structureOf } from './graph/changes.ts'
export { createNode, type NewNode } from './graph/create-node.ts'
export { deleteNode, deleteNodeWithChildren } from './graph/delete-node.ts'
export { updateNode, updateNodes, type StructureUpdate } from './graph/update-nodes.ts'
export { restoreNodes } from './graph/restore-nodes.ts'
export { addParent, moveNode, removeParent, type Drop, type ParentLink } from './graph/move-node.ts'
export {
  defaultLayout,
  isLayout,
  layoutInUse,
  layoutKindOf,
  layoutLabels,
  layouts,
  withNodeLinksParent,
  type Layout,
  type LayoutInUse,
} from './graph/layout-kind.ts'

export { comparePlaced, type Placed } from './ordering/compare.ts'
export { isPosition, positionsBetween } from './ordering/position.ts'

export { isNodeStatus, nextStatus, nodeStatuses, type NodeStatus } from './status/node-status.ts'
export {
  isUnbroken,
  stateOf,
  transitionOf,
  transitionStates,
  type Transition,
  type TransitionState,
} from './status/transitions.ts'
export { completionLabels, completionOf, countStatuses, percentDone, type StatusCounts } from './status/completion.ts'
export { defaultTimeResolution, timeResolutions, type TimeResolution } from './burnup/time-resolution.ts'
export { createCalendar, type Calendar } from './burnup/calendar.ts'
export { burnupOf, thinned, type BurnupPoint } from './burnup/burnup.ts'
export { lineageOf, stepNodes, type NodeTransition, type StepNode } from './burnup/steps.ts'
export { forecastOf, type Forecast } from './burnup/forecast.ts'

export { projectStatuses, type ProjectStatus } from './project/project-status.ts'
export { moveProjectStatus, statusChoices } from './project/move-project-status.ts'
export {
  defaultProjectFilter,
  isListed,
  isProjectFilter,
  projectFilterLabels,
  projectFilters,
  type ProjectFilter,
} from './project/project-filter.ts'
export { checkEpicKey, checkJson, checkProjectForm, checkTitle, projectFormTexts } from './project/project-form.ts'
export { copyTitle, projectTexts } from './project/project-texts.ts'

export {
  canAdminister,
  canEdit,
  canLeave,
  canShare,
  canSeePeople,
  canView,
  generalAccesses,
  isMember,
  isPermission,
  permissions,
  roleOf,
  type GeneralAccess,
  type Permission,
  type Role,
  type SharedProject,
  type Sharing,
} from './roles/role.ts'
export { projectMenuLabels, projectMenuOf, type ProjectMenuItem } from './roles/project-menu.ts'
export { accessTexts } from './sharing/access-texts.ts'
export {
  generalAccessLabels,
  inviteeTexts,
  permissionLabels,
  shareButtonLabel,
  sharingTexts,
} from './sharing/sharing-texts.ts'
export { isLeaveRequest } from './sharing/leave-request.ts'
export { checkInvitee, checkInviteeEmail } from './sharing/invitee.ts'
export {
  changeSharing,
  confirmationFor,
  maskSharing,
  sharingIconOf,
  type ChangedSharing,
  type SharingFault,
  type SharingIcon,
} from './sharing/change-sharing.ts'

export { allowedClasses, isAllowedAttribute, isAllowedHref, isAllowedTag, richText } from './rich-text/allow-list.ts'
export { decodeEntities, escapeHtml } from './rich-text/entities.ts'
export { cleanLine, cleanText } from './rich-text/clean-text.ts'
export { plainTextOf } from './rich-text/plain-text.ts'
export { excerptHtml, excerptOf, shorten } from './rich-text/excerpt.ts'
export { isEmptyBody, storedBody } from './rich-text/body.ts'

export { type Branch } from './branch.ts'
export { defaultNodeStyle, isColour, type NodeStyle } from './node-style.ts'
export { defaultVisibility, visibleIds, type VisibilitySettings } from './visibility.ts'
export { findHits, hitLabel, searchTextOf, stepHit, type SearchedText } from './search.ts'
export { creationOf, diffNode, sameValue, undoSteps, type FieldValues, type NodeDiff } from './history/diff.ts'
export {
  effectiveSteps,
  emptyHistory,
  record,
  redo,
  undo,
  type ChangeGroup,
  type History,
  type Replay,
} from './history/history.ts'
export { canTakeBack, takeBack, undoTexts, type FormerNode, type PastChange } from './history/take-back.ts'
export { findBreaches, type Breach, type StoredNode } from './invariants.ts'
export { apiHostOf } from './api-host.ts'
export { initialsOf } from './initials.ts'
export {
  checkComment,
  checkFeedback,
  feedbackLimits,
  feedbackNumber,
  feedbackSlug,
  feedbackStatusLabels,
  feedbackStatuses,
  feedbackTexts,
  searchWords,
  takesVotes,
  type FeedbackStatus,
} from './feedback/post.ts'
export { pictureLimits, pictureTexts } from './picture.ts'
export { breakdownLimits, breakdownTexts } from './breakdown/breakdown-limits.ts'
export { cutTitle, splitOutline } from './breakdown/split-outline.ts'

export {
  areCredentialsFilled,
  checkTrackerSettings,
  maskOf,
  readTrackerDomain,
  settleTrackerSelection,
  trackerTexts,
  type TrackerSettingsErrors,
} from './tracker/tracker-settings.ts'
export {
  framesWithoutPersons,
  placeWithoutPersons,
  textWithoutPersons,
  type Frame,
} from './telemetry/without-persons.ts'
