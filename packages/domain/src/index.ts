export { accept, refuse, type Result } from './result.ts'
export { exchangeLimits, limits } from './limits.ts'
export { isEmail, normaliseEmail } from './email.ts'
export { checkInvites, inviteTexts, readEmails, takeTags, type InviteFault, type TypedEmails } from './email-list.ts'
export {
  hasProductAccess,
  subscriptionStatuses,
  trialWord,
  type AccessFacts,
  type SubscriptionStatus,
} from './access.ts'
export { priceText, type Price } from './price-text.ts'
export { destinationOf, type Destination, type OwnPlaces } from './redirect.ts'

export {
  listsOf,
  newNodeTitle,
  nodeLinksId,
  nodeTypes,
  primaryParentOf,
  type GraphNode,
  type ListId,
  type NodeId,
  type NodeType,
  type ProjectId,
} from './graph/node.ts'
export { createGraph, type DraftGraph, type EditableGraph, type Graph, type GraphView } from './graph/graph.ts'
export {
  ancestorIdsOf,
  childIdsOf,
  descendantIdsOf,
  isDescendant,
  measureChains,
  parentIdsOf,
  type Chains,
} from './graph/walk.ts'
export { depthOf, levelsOf } from './graph/levels.ts'
export { findStructureFault, type StructureFault } from './graph/structure.ts'
export { chooseParents, type ParentChoice } from './graph/parents.ts'
export { refusals, type Refusal } from './graph/refusal.ts'
export { applyChanges, applyStructure, structureOf } from './graph/changes.ts'
export { createNode, type CreatedNode, type NewNode } from './graph/create-node.ts'
export { deleteNode, deleteNodeWithChildren, type DeletedBranch } from './graph/delete-node.ts'
export { updateNode, updateNodes, type StructureUpdate } from './graph/update-nodes.ts'
export { restoreNodes, type FormerPlace } from './graph/restore-nodes.ts'
export { addParent, moveNode, removeParent, type Drop, type Move, type ParentLink } from './graph/move-node.ts'
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
  type LayoutKind,
} from './graph/layout-kind.ts'

export { comparePlaced, type Placed } from './ordering/compare.ts'
export { isPosition, positionAfterLast, positionBetween, positionsBetween } from './ordering/position.ts'
export { type Spot, type SpotFault } from './ordering/place.ts'
export { relabelAround } from './ordering/relabel.ts'
export { OrderedList, type SiblingList } from './ordering/sibling-list.ts'

export { isNodeStatus, nextStatus, nodeStatuses, statusOf, type NodeStatus } from './status/node-status.ts'
export {
  isUnbroken,
  stateOf,
  transitionOf,
  transitionStates,
  type Standing,
  type Transition,
  type TransitionState,
} from './status/transitions.ts'
export { completionLabels, completionOf, countStatuses, percentDone, type StatusCounts } from './status/completion.ts'
export { defaultTimeResolution, timeResolutions, type TimeResolution } from './burnup/time-resolution.ts'
export { createCalendar, type Calendar, type Period } from './burnup/calendar.ts'
export { burnupOf, effectOf, thinned, type BurnupPoint } from './burnup/burnup.ts'
export { lineageOf, stepNodes, type NodeTransition, type StepNode, type StepPart } from './burnup/steps.ts'
export { forecastOf, type Forecast } from './burnup/forecast.ts'

export { projectStatuses, type ProjectStatus } from './project/project-status.ts'
export { moveProjectStatus, statusChoices } from './project/move-project-status.ts'
export {
  defaultProjectFilter,
  isListed,
  isProjectFilter,
  projectFilterLabels,
  projectFilters,
  type ListedProject,
  type ProjectFilter,
} from './project/project-filter.ts'
export {
  checkEpicKey,
  checkJson,
  checkProjectForm,
  checkTitle,
  projectFormTexts,
  type CheckedProjectForm,
  type ProjectForm,
  type ProjectFormErrors,
  type ProjectFormFault,
} from './project/project-form.ts'
export { copyTitle, projectTexts, purgeTime } from './project/project-texts.ts'

export {
  canAdminister,
  canEdit,
  canSeePeople,
  canView,
  generalAccesses,
  isMember,
  isPermission,
  permissions,
  rightsOf,
  roleOf,
  type GeneralAccess,
  type Permission,
  type Rights,
  type Role,
  type SharedProject,
  type Sharing,
  type Standpoint,
} from './roles/role.ts'
export { projectMenuLabels, projectMenuOf, type ProjectMenuItem } from './roles/project-menu.ts'
export {
  generalAccessLabels,
  inviteeTexts,
  permissionLabels,
  shareButtonLabel,
  sharingTexts,
  type InviteeFault,
} from './sharing/sharing-texts.ts'
export { checkInvitee, checkInviteeEmail } from './sharing/invitee.ts'
export {
  changeSharing,
  confirmationFor,
  maskSharing,
  sharingIconOf,
  type ChangedSharing,
  type OwnAccessChange,
  type SharingFault,
  type SharingIcon,
  type SharingRequest,
} from './sharing/change-sharing.ts'

export { allowedClasses, isAllowedAttribute, isAllowedHref, isAllowedTag, richText } from './rich-text/allow-list.ts'
export { decodeEntities, escapeHtml } from './rich-text/entities.ts'
export { plainTextOf } from './rich-text/plain-text.ts'
export { excerptOf, shorten } from './rich-text/excerpt.ts'
export { isEmptyBody, storedBody } from './rich-text/body.ts'

export { type Branch } from './branch.ts'
export { changeStyle, defaultNodeStyle, isColour, type NodeStyle } from './node-style.ts'
export { defaultVisibility, opacityOf, visibleIds, type ViewedNode, type VisibilitySettings } from './visibility.ts'
export { findHits, hitLabel, searchTextOf, stepHit, type SearchedText } from './search.ts'
export {
  applyDiff,
  creationOf,
  diffNode,
  invert,
  sameValue,
  undoSteps,
  type FieldValues,
  type NodeDiff,
} from './history/diff.ts'
export {
  effectiveSteps,
  emptyHistory,
  record,
  redo,
  undo,
  type ChangeGroup,
  type History,
  type ReadNode,
  type Replay,
} from './history/history.ts'
export {
  canTakeBack,
  takeBack,
  undoTexts,
  type FormerNode,
  type PastChange,
  type TakenBack,
} from './history/take-back.ts'
export { findBreaches, type Breach, type Checked, type StoredNode } from './invariants.ts'
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
  type FeedbackDraft,
  type FeedbackStatus,
} from './feedback/post.ts'
export { pictureLimits, pictureTexts } from './picture.ts'
export { breakdownLimits, breakdownTexts } from './breakdown/breakdown-limits.ts'
export { cutTitle, splitOutline, type OutlineChild } from './breakdown/split-outline.ts'

export {
  areCredentialsFilled,
  checkTrackerSettings,
  maskOf,
  readTrackerDomain,
  settleTrackerSelection,
  trackerTexts,
  type TrackerChoice,
  type TrackerCredentialFields,
  type TrackerOptions,
  type TrackerSelection,
  type TrackerSettingsErrors,
} from './tracker/tracker-settings.ts'
export {
  framesWithoutPersons,
  placeWithoutPersons,
  textWithoutPersons,
  type Frame,
} from './telemetry/without-persons.ts'
