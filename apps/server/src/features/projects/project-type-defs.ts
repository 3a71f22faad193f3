export const projectTypeDefs = `
enum NodeStatus { todo progress done }
enum ProjectStatus { active inactive archived deleted }
enum ProjectFilter { inbox progress todo done shared archive trash }
enum GeneralAccess { restricted anyone }

extend type Query {
  """
  inbox: every active or inactive project, owned or shared by name. progress, todo, done: those of inbox with that
  completionStatus. shared: those of inbox that the caller does not own. archive: archived ones, owned or shared. trash: deleted ones, owned.
  """
  projects(filter: ProjectFilter = inbox): [Project!]!
  "Also for an anonymous caller, where generalAccess is anyone. Missing or hidden: null and a NOT_FOUND error, for which the page shows no toast."
  project(id: ID!): Project
}

extend type Account {
  "One line for each limit. What would exceed one is refused with BAD_USER_INPUT, field: quota."
  usage: [Usage!]!
}

"What the account may hold, and how much of it is used."
type Usage {
  kind: UsageKind!
  "Projects, nodes or bytes."
  used: Float!
  limit: Float!
  "Where one project has a limit of its own: the one of the caller's that is the nearest to it."
  projectId: ID
  projectTitle: String
}
"projects: with those in the trash. account_bytes: all texts and the history of all projects together. project_nodes, project_bytes: of the fullest project."
enum UsageKind { projects account_bytes project_nodes project_bytes }

extend type Mutation {
  createProject(data: ProjectInput!): Project!
  updateProject(id: ID!, data: ProjectUpdate!): Project!
  cloneProject(id: ID!): Project!
  "For any member but the owner."
  leaveProject(id: ID!): Boolean!
}

type Project {
  id: ID!
  title: String!
  body: String!
  status: ProjectStatus!
  "done: every living node is done, and there is one. todo: none is in progress or done. Otherwise progress."
  completionStatus: NodeStatus!
  owner: ID!
  "tree-left, tree-right, tree-down or tree-up; any other value is BAD_USER_INPUT."
  layout: String!
  sharing: Sharing!
  "The living nodes of other projects, visible to the caller, that link to this project."
  nodeLinks: [NodeLink!]!
  integrationSettings: ProjectIntegrations!
  "A value, or a string that holds JSON (one that does not parse: 'Invalid JSON')."
  json: JSON
  "Grows by one with every stored change of the project or of its nodes."
  seq: Int!
  "Also moves with every change of its nodes."
  updatedAt: Millis!
}
type Sharing {
  generalAccess: GeneralAccess!
  "User id to viewer or editor. An anonymous or link-only caller gets an empty map."
  users: JSON!
  "False: only the owner changes the sharing settings."
  editorsMayShare: Boolean!
}
type NodeLink { id: ID! title: String! project: NodeLinkProject! }
type NodeLinkProject { id: ID! title: String! }
type ProjectIntegrations { jiraSync: Boolean! }

input ProjectInput {
  title: String!
  body: String
  status: ProjectStatus
  layout: String
  json: JSON
  "Ids of nodes, in projects the caller may edit, that shall link to the new project."
  nodeLinks: [ID!]
}
input ProjectUpdate {
  title: String
  body: String
  status: ProjectStatus
  layout: String
  json: JSON
  sharing: SharingInput
  integrationSettings: ProjectIntegrationsInput
}
input SharingInput {
  generalAccess: GeneralAccess
  "The whole new map: user id to viewer or editor. Somebody new must be known to the caller, as for publicUserById; else NOT_FOUND. The owner is not in it."
  users: JSON
  "Only the changes: user id to viewer, editor or null. Our page uses this, so that two people sharing at once undo nothing of each other. Of one's own id and null any member may make use: it is leaving."
  changes: JSON
  "One mail for a person, project and day; a person sends at most 100 a day, then RATE_LIMITED."
  notify: Boolean
  "At most 1,000 characters."
  notificationText: String
  "Only the owner may set it. True as it comes."
  editorsMayShare: Boolean
}
input ProjectIntegrationsInput { jiraSync: Boolean }
`
