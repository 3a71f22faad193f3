export { accept, refuse, type Result } from './core/result.ts'
export { nodesPerStep, runSteps, type Steps } from './core/steps.ts'
export { dayMs, formatQuantity, hourMs, isUuid, minuteMs, pluralize, secondMs } from './core/units.ts'
export { defineTexts, setTranslation, type Text, type Texts, type Translate } from './core/texts.ts'
export { exchangeLimits, limits, markupLimits, planLimits, sharingLimits } from './core/limits.ts'
export {
  commentLimits,
  commentTexts,
  isMentionId,
  isSingleEmoji,
  mentionAttribute,
  readMentionIds,
} from './comments/comment-rules.ts'
export {
  type ChangeDecision,
  proposalLimits,
  proposalTexts,
  proposedOperations,
  type ProposedOperation,
} from './proposals/proposal-rules.ts'
export { isEmail, normalizeEmail } from './account/profile.ts'
export { getClientNetwork } from './account/hosts.ts'
export { checkInvites, inviteTexts, parseEmailList, splitTypedEmails } from './account/invites.ts'
export { hasProductAccess, getTrialState } from './access/subscription.ts'
export { formatPrice, type Price } from './access/price.ts'
export { resolveRedirect, type RedirectTarget, type OwnHosts } from './account/hosts.ts'

export {
  newNodeTitle,
  nodeLinksId,
  getPrimaryParent,
  type GraphNode,
  type NodeId,
  type NodeType,
  type ProjectId,
} from './node/node.ts'
export {
  type BlockerGraphView,
  createGraph,
  createGraphInSteps,
  type EditableGraph,
  type Graph,
  type GraphView,
} from './graph/graph.ts'
export {
  getAncestorIds,
  getChildIds,
  getDescendantIds,
  getParentIds,
  measureChains,
  measureChainsInSteps,
} from './graph/walk.ts'
export { editRefusalCodes, editRefusalTexts, type EditRefusal } from './graph/rules.ts'
export { applyChanges, applyStructure, toStructureFields } from './graph/changes.ts'
export { type BlockerChoice, blockerInputs, chooseBlockers } from './graph/blockers.ts'
export { chooseParents } from './graph/parents.ts'
export { wouldWaitForItself } from './graph/would-wait.ts'
export { createNode, type NewNode } from './graph/create-node.ts'
export { deleteNode, deleteNodeWithChildren, deleteNodeWithChildrenInSteps } from './graph/delete-node.ts'
export { updateNode, updateNodes, type StructureUpdate } from './graph/update-nodes.ts'
export { restoreNodes } from './graph/update-nodes.ts'
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
} from './project/view-options.ts'

export { compareSiblings, type Positioned } from './ordering/position.ts'
export { isPosition, positionsBetween } from './ordering/position.ts'

export { isNodeStatus, nextStatus, nodeStatuses, type NodeStatus } from './node/status.ts'
export {
  areTransitionsContinuous,
  toTransitionState,
  createTransition,
  transitionStates,
  type Transition,
  type TransitionState,
} from './node/status.ts'
export { statusMarkPaths, statusMarkSize } from './node/status-marks.ts'
export { completionLabels, getCompletionStatus, percentDone, type StatusCounts } from './node/status.ts'
export { BranchProgress, type LeafCounts } from './graph/branch-progress.ts'
export { defaultTimeResolution, timeResolutions, type TimeResolution } from './project/view-options.ts'
export { createCalendar, type Calendar } from './burnup/calendar.ts'
export { computeBurnup, thinBurnupPoints, type BurnupPoint } from './burnup/burn-up.ts'
export { collectBranchIds, findStepNodes, type NodeTransition, type StepNode } from './burnup/burn-up.ts'
export { computeForecast, type Forecast } from './burnup/forecast.ts'

export { projectStatuses, type ProjectStatus } from './access/role.ts'
export { changeProjectStatus, listStatusChoices } from './project/project-form.ts'
export {
  defaultProjectFilter,
  isProjectListed,
  isProjectFilter,
  projectFilterLabels,
  projectFilters,
  type ProjectFilter,
} from './project/project-list.ts'
export {
  checkEpicKey,
  checkJson,
  checkProjectForm,
  checkProjectTitle,
  projectFormTexts,
} from './project/project-form.ts'
export { projectTexts } from './project/project-texts.ts'

export {
  canAdminister,
  canComment,
  canEdit,
  canLeave,
  canShare,
  canSeePeople,
  canView,
  generalAccesses,
  isMember,
  permissions,
  findRole,
  readSharing,
  type GeneralAccess,
  type Permission,
  type Role,
  type SharedProject,
  type Sharing,
} from './access/role.ts'
export { projectMenuLabels, listProjectMenuItems, type ProjectMenuItem } from './project/project-menu.ts'
export { sharingTexts } from './sharing/sharing-texts.ts'
export { isLeaveRequest, sharingIconTexts } from './sharing/change-sharing.ts'
export {
  accessTexts,
  checkInvitee,
  checkInviteeEmail,
  checkInviteLinkExpiry,
  checkInviteLinkUses,
  generalAccessLabels,
  inviteeTexts,
  inviteLinkTexts,
  permissionLabels,
  shareButtonLabel,
} from './sharing/invitee.ts'
export {
  changeSharing,
  getOwnAccessWarning,
  maskSharing,
  getSharingIcon,
  type ChangedSharing,
  type SharingFault,
  type SharingIcon,
} from './sharing/change-sharing.ts'

export { filterAllowedClasses, isAllowedAttribute, isAllowedHref, isAllowedTag, richTextRules } from './text/html.ts'
export { decodeEntities, escapeHtml, escapeHtmlText } from './text/html.ts'
export { cleanLine, cleanText } from './text/clean-text.ts'
export { toPlainText } from './text/plain-text.ts'
export { excerptHtml, toExcerpt, shortenText } from './text/plain-text.ts'
export { isEmptyBody, normalizeBody } from './text/html.ts'

export { isHexColor } from './node/node.ts'
export {
  type Branch,
  type EditableFields,
  type FileNode,
  nestFields,
  type NodeField,
  nodeFields,
  type NodeRecord,
  type NodeStyle,
  type PageNode,
  pickFields,
  pickOwnValues,
  readNodeField,
  type SettableFields,
} from './node/record.ts'
export { mapReferences, matchDefinitions, type ReferencedLists, type ReferenceMap } from './node/map-references.ts'
export { parseOwnValue } from './node/own-values.ts'
export { nodePriorities, type NodePriority, type OwnFieldValues, parseDay } from './node/field-values.ts'
export {
  coupleStage,
  type FieldRefusal,
  patchOwnFields,
  type SetChanges,
  setNameByInput,
  settleFields,
} from './node/settle-fields.ts'
export {
  applyDefinitionChanges,
  applyListChanges,
  type DefinitionChanges,
  type EstimateUnit,
  estimateUnits,
  type FieldDefinition,
  type FieldType,
  fieldTypes,
  type ListChanges,
  noDefinitions,
  type ProjectDefinitions,
  type SavedView,
  type Stage,
  type Tag,
  viewKinds,
} from './node/definitions.ts'
export { defaultVisibility, findVisibleIds, type VisibilitySettings } from './filter/visibility.ts'
export { findSearchHits, formatHitLabel, toSearchText, stepHitIndex, type SearchEntry } from './filter/search.ts'
export { toCreationDiff, diffNode, sameValue, invertDiffs, type FieldValues, type NodeDiff } from './node/diff.ts'
export {
  dropNoOpSteps,
  emptyUndoStacks,
  recordUndoGroup,
  planRedo,
  planUndo,
  type ChangeGroup,
  type UndoStacks,
  type UndoPlan,
} from './undo/undo-stacks.ts'
export {
  canRevertChange,
  describeNewerChange,
  revertChanges,
  undoTexts,
  type RevertedNode,
  type PastChange,
} from './undo/revert-change.ts'
export { findInvariantBreaches, type InvariantBreach, type StoredNode } from './graph/invariants.ts'
export { deriveApiHost } from './account/hosts.ts'
export { formatPersonName, getInitials } from './account/profile.ts'
export { assignPersonColors, personColors, pickPersonColor } from './account/person-color.ts'
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
} from './features/feedback.ts'
export { pictureLimits, pictureTexts } from './account/picture.ts'
export { breakdownLimits, breakdownTexts } from './features/breakdown.ts'
export { cutTitle, splitOutline } from './features/breakdown.ts'

export {
  areCredentialsFilled,
  checkTrackerSettings,
  maskSecret,
  readTrackerDomain,
  resolveTrackerSelection,
  type TrackerEstimate,
  type TrackerFieldName,
  trackerFieldNames,
  trackerLinkKinds,
  type TrackerLinks,
  trackerTexts,
  type TrackerSettingsErrors,
} from './features/tracker-settings.ts'
export { redactStack, redactAddress, redactText, type StackFrame } from './features/telemetry.ts'
