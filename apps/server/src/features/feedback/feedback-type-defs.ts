export const feedbackTypeDefs = `
extend type Query {
  "The built-in board, a page at a time; after is the page before it's next. Every word of search, or the beginning of one, is in the post."
  feedbackPosts(sort: FeedbackSort! = votes, status: FeedbackStatus, search: String! = "", after: String): FeedbackPage!
  "At most five posts that may say the same as a title that is being written."
  similarFeedback(title: String!): [FeedbackPost!]!
  "By the number that its slug begins with. Null and a NOT_FOUND error where there is none."
  feedbackPost(number: Int!): FeedbackPost
}

extend type Mutation {
  "Plain text. Who writes a post votes for it."
  createFeedback(title: String!, details: String! = ""): FeedbackPost!
  "CONFLICT where the post is completed, declined or a duplicate."
  voteFeedback(id: ID!, isVoted: Boolean!): FeedbackPost!
  commentFeedback(id: ID!, text: String!): FeedbackComment!
}

enum FeedbackSort { votes newest }
enum FeedbackStatus { open planned started completed declined duplicate }

"next: null on the last page."
type FeedbackPage { posts: [FeedbackPost!]! next: String }

type FeedbackPost {
  id: ID!
  number: Int!
  "Its address below /feedback/p/."
  slug: String!
  title: String!
  details: String!
  status: FeedbackStatus!
  duplicateOf: FeedbackLink
  author: FeedbackAuthor!
  votes: Int!
  hasVoted: Boolean!
  commentCount: Int!
  "The oldest first; after is the number of the last one known."
  comments(after: Int! = 0): FeedbackComments!
  createdAt: Millis!
}

type FeedbackLink { slug: String! title: String! }

"name: null where the person has given none. The address is nobody's business."
type FeedbackAuthor { name: String picture: String! }

type FeedbackComments { comments: [FeedbackComment!]! hasMore: Boolean! }

"author: null where the operators speak. status: what they have set with it."
type FeedbackComment {
  number: Int!
  author: FeedbackAuthor
  text: String!
  status: FeedbackStatus
  createdAt: Millis!
}
`
