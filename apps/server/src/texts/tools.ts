import { defineTexts } from '@espalier/domain'

/** Descriptions of tools and their errors. Models read them, and so do people who look at what a program may do. */
export const toolTexts = defineTexts('tools', {
  instructions: (productName: string) =>
    `${productName} holds plans: trees of nodes with a title, a status (todo, progress, done), dates, blockers and people. ` +
    'Start with list_projects, then read_branch. Node ids are short prefixes; pass them as they come. ' +
    'To work on a plan together with others: ready_nodes, claim_node, do the work, then update_nodes with status done. ' +
    'To suggest changes for people to decide: propose_changes.',
  listProjects: 'Lists the projects that you can use, with their ids.',
  readBranch:
    'Reads a plan, or one branch of it, as an outline: each node with its id and title, parents before their children. ' +
    'depth counts levels from the top, starting with 0, and is left out where it is the same as in the entry before. ' +
    'status is left out for todo. hidden: the number of children that are not listed; read that node with nodeId. ' +
    'A node with several parents is listed once. ' +
    'An outline of 100 nodes or more is shorter: it names its most frequent status once, before the nodes, unless that ' +
    'is todo. A node with another status has its depth in a field of that name: "done":2 is a done node at depth 2. ' +
    'A + after the depth, as in "2+", means that its children are not listed.',
  search: 'Finds nodes and projects by words of their titles and descriptions, best first.',
  readyNodes:
    'Lists the nodes that can be started now: todo, not blocked, without open children. Most important first. ' +
    'Claim one with claim_node before you work on it.',
  claimNode:
    'Takes a ready node for you: it becomes progress and is assigned to you. Fails if somebody else was faster; then ' +
    'take another one. Returns the description of the work. To give it back, set its status to todo with update_nodes.',
  addNodes:
    'Adds an outline of nodes below a parent, in the given order, all or nothing. Returns their ids in the same order.',
  updateNodes:
    'Changes fields of nodes, one after the other. data has only the fields to change: title, body, status (todo, progress, ' +
    'done), startDate and dueDate (YYYY-MM-DD), estimate, priority (none, low, medium, high, urgent), addBlockedByIds, ' +
    'removeBlockedByIds and the other fields of NodeUpdate. null clears a date or an estimate.',
  moveNode: 'Moves a node, with everything below it, to another parent or to another place among its siblings.',
  deleteNode: 'Deletes a node. Its children move up to its parent, unless withChildren is true. People can undo it.',
  addComment:
    'Writes a comment on a node, which the people of the project read and may answer: progress, a question, a result.',
  proposeChanges:
    'Suggests changes to a plan. Nothing changes until people accept them, one by one or all. Changes are applied in the given ' +
    'order, so later ones may build on earlier ones: give each new node a name of your own as id and use it as parentId. ' +
    'Deleting a node moves its children up. problem: why a change cannot be applied to the plan as it is.',
  readChanges:
    'Lists the nodes that changed after a sequence number, as they are now, and the sequence number to ask with next time. ' +
    'Begin with the seq of read_branch. complete false: too much has changed, read the plan again.',
  arguments: {
    projectId: 'The id of a project, from list_projects',
    nodeId: 'The id of a node, or the first 6 or more characters of it',
    branchId: 'Only this node and what is below it; left out: the whole project',
    depth: 'How many levels below the top; left out: as many as fit',
    fields: 'More fields of each node',
    text: 'Words to search for',
    first: 'At most this many',
    parentId: 'The node to add below; left out: at the top of the project',
    nodes: 'The outline',
    title: 'One line of text',
    body: 'A longer description',
    children: 'The nodes below this one',
    updates: 'What to change',
    data: 'The fields to change',
    newParentId: 'The new parent; left out: the parent stays; "root": no parent',
    afterId: 'The sibling to place it after',
    beforeId: 'The sibling to place it before',
    withChildren: 'Whether everything below it is deleted as well',
    comment: 'The text, plain or with simple HTML',
    thread: 'The first comment of a thread, to answer it; left out: a new thread',
    proposalTitle: 'What the changes are for, in a few words',
    reason: 'Why, for the people who decide',
    changes: 'The changes, in the order in which they are to be applied',
    changeId: 'The node to update or delete; for create a name of your own, which later changes may use',
    changeData:
      'For create: title, body, parentId and the other fields of NodeCreate; for update: the fields to change',
    after: 'A sequence number; 0: everything that is known',
  },
  errors: {
    unknownTool: (name: string, names: string) => `There is no tool ${name}. The tools are: ${names}`,
    unknownArgument: (name: string, names: string) => `There is no argument ${name}. The arguments are: ${names}`,
    missing: (name: string) => `${name} is required`,
    badType: (name: string, type: string) => `${name} must be: ${type}`,
    notOneOf: (name: string, values: string) => `${name} must be one of: ${values}`,
    outOfRange: (name: string, least: number, most: number) => `${name} must be from ${least} to ${most}`,
    tooDeep: (most: number) => `An outline can be at most ${most} levels deep`,
    tooManyNodes: (most: number) => `At most ${most} nodes at once. Add the rest in another call.`,
    shortId: (id: string, least: number) => `${id} is not a node id: give at least ${least} characters of one`,
    noNode: (id: string) => `No node that you can see begins with ${id}. read_branch and search list the ids.`,
    ambiguousId: (id: string, ids: string) => `Several nodes begin with ${id}. Give more characters, such as: ${ids}`,
    notInProject: 'There is no such node in this project',
    partlyDone: (done: number, all: number, id: string, reason: string) =>
      `${done} of ${all} updates were made. The update of ${id} failed, and those after it were not tried: ${reason}`,
    nothingToMove: 'Give a new parent, or a sibling with afterId or beforeId',
  },
})
