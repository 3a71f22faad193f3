export { accept, refuse, type Result } from './result.ts'
export { exchangeLimits, limits, markupLimits, sharingLimits } from './limits.ts'
export { isEmail, normalizeEmail } from './email.ts'
export { getClientNetwork } from './client-network.ts'
export { checkInvites, inviteTexts, parseEmailList, splitTypedEmails } from './email-list.ts'
export { hasProductAccess, getTrialState } from './access.ts'
export { formatPrice, type Price } from './price-text.ts'
export { resolveRedirect, type RedirectTarget, type OwnHosts } from './redirect.ts'

export {
  newNodeTitle,
  nodeLinksId,
  getPrimaryParent,
  type GraphNode,
  type NodeId,
  type NodeType,
  type ProjectId,
} from './graph/node.ts'
export { createGraph, type EditableGraph, type Graph, type GraphView } from './graph/graph.ts'
export { getAncestorIds, getChildIds, getDescendantIds, measureChains, getParentIds } from './graph/walk.ts'
export { editRefusals, type EditRefusal } from './graph/refusal.ts'
export { applyChanges, applyStructure, toStructureFields } from './graph/changes.ts'
export { createNode, type NewNode } from './graph/create-node.ts'
export { deleteNode, deleteNodeWithChildren } from './graph/delete-node.ts'
export { updateNode, updateNodes, type StructureUpdate } from './graph/update-nodes.ts'
export { restoreNodes } from './graph/restore-nodes.ts'
export { addParent, moveNode, removeParent, type NodeDrop, type ParentLink } from './graph/move-node.ts'
export {
  defaultLayout,
  isLayout,
  resolveLayout,
  detectLayoutKind,
  layoutLabels,
  layouts,
  addNodeLinksParent,
  type Layout,
  type ResolvedLayout,
} from './graph/layout-kind.ts'

export { compareSiblings, type Positioned } from './ordering/compare.ts'
export { isPosition, positionsBetween } from './ordering/position.ts'

export { isNodeStatus, nextStatus, nodeStatuses, type NodeStatus } from './status/node-status.ts'
export {
  areTransitionsContinuous,
  toTransitionState,
  createTransition,
  transitionStates,
  type Transition,
  type TransitionState,
} from './status/transitions.ts'
export { completionLabels, getCompletionStatus, countStatuses, percentDone, type StatusCounts } from './status/completion.ts'
export { defaultTimeResolution, timeResolutions, type TimeResolution } from './burnup/time-resolution.ts'
export { createCalendar, type Calendar } from './burnup/calendar.ts'
export { computeBurnup, thinBurnupPoints, type BurnupPoint } from './burnup/burnup.ts'
export { collectBranchIds, findStepNodes, type NodeTransition, type StepNode } from './burnup/steps.ts'
export { computeForecast, type Forecast } from './burnup/forecast.ts'

export { projectStatuses, type ProjectStatus } from './project/project-status.ts'
export { changeProjectStatus, listStatusChoices } from './project/move-project-status.ts'
export {
  defaultProjectFilter,
  isProjectListed,
  isProjectFilter,
  projectFilterLabels,
  projectFilters,
  type ProjectFilter,
} from './project/project-filter.ts'
export { checkEpicKey, checkJson, checkProjectForm, checkProjectTitle, projectFormTexts } from './project/project-form.ts'
export { formatCopyTitle, projectTexts } from './project/project-texts.ts'

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
  findRole,
  type GeneralAccess,
  type Permission,
  type Role,
  type SharedProject,
  type Sharing,
} from './roles/role.ts'
export { projectMenuLabels, listProjectMenuItems, type ProjectMenuItem } from './roles/project-menu.ts'
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
  getOwnAccessWarning,
  maskSharing,
  getSharingIcon,
  type ChangedSharing,
  type SharingFault,
  type SharingIcon,
} from './sharing/change-sharing.ts'

export { filterAllowedClasses, isAllowedAttribute, isAllowedHref, isAllowedTag, richTextRules } from './rich-text/allow-list.ts'
export { decodeEntities, escapeHtml } from './rich-text/entities.ts'
export { cleanLine, cleanText } from './rich-text/clean-text.ts'
export { toPlainText } from './rich-text/plain-text.ts'
export { excerptHtml, toExcerpt, shortenText } from './rich-text/excerpt.ts'
export { isEmptyBody, normalizeBody } from './rich-text/body.ts'

export { type Branch } from './branch.ts'
export { defaultNodeStyle, isHexColor, type NodeStyle } from './node-style.ts'
export { defaultVisibility, findVisibleIds, type VisibilitySettings } from './visibility.ts'
export { findSearchHits, formatHitLabel, toSearchText, stepHitIndex, type SearchEntry } from './search.ts'
export { toCreationDiff, diffNode, sameValue, invertDiffs, type FieldValues, type NodeDiff } from './history/diff.ts'
export {
  dropNoOpSteps,
  emptyUndoStacks,
  recordUndoGroup,
  planRedo,
  planUndo,
  type ChangeGroup,
  type UndoStacks,
  type UndoPlan,
} from './history/history.ts'
export { canRevertChange, revertChanges, undoTexts, type RevertedNode, type PastChange } from './history/take-back.ts'
export { findInvariantBreaches, type InvariantBreach, type StoredNode } from './invariants.ts'
export { deriveApiHost } from './api-host.ts'
export { getInitials } from './initials.ts'
export {
  checkFeedbackComment,
  checkFeedback,
  feedbackLimits,
  parseFeedbackNumber,
  formatFeedbackSlug,
  feedbackStatusLabels,
  feedbackStatuses,
  feedbackTexts,
  splitSearchWords,
  acceptsVotes,
  type FeedbackStatus,
} from './feedback/post.ts'
export { pictureLimits, pictureTexts } from './picture.ts'
export { breakdownLimits, breakdownTexts } from './breakdown/breakdown-limits.ts'
export { cutTitle, splitOutline } from './breakdown/split-outline.ts'

export {
  areCredentialsFilled,
  checkTrackerSettings,
  maskSecret,
  readTrackerDomain,
  resolveTrackerSelection,
  trackerTexts,
  type TrackerSettingsErrors,
} from './tracker/tracker-settings.ts'
export {
  redactStack,
  redactAddress,
  redactText,
  type StackFrame,
} from './telemetry/without-persons.ts'
