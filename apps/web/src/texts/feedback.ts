import { defineTexts, formatQuantity } from '@espalier/domain'

/** The texts of the feedback board. Those of its statuses and checks come from the domain. */
export const feedbackBoardTexts = defineTexts('feedbackBoard', {
  title: 'User feedback',
  lead: 'Tell us what is missing, and vote for what others have asked for.',
  newPost: 'New post',
  search: 'Search posts',
  sortBy: 'Sort by',
  sorts: { votes: 'Most votes', newest: 'Newest' },
  status: 'Status',
  allStatuses: 'All',
  posts: 'Posts',
  voteFor: (title: string, votes: number) => `Vote for ${title}, ${formatQuantity(votes, 'vote')}`,
  commentCount: (count: number) => formatQuantity(count, 'comment'),
  showMore: 'Show more',
  showAll: 'Show all posts',
  notLoaded: 'The posts could not be loaded',
  tryAgain: 'Try again',
  noMatch: (search: string) => `No post matches “${search}”.`,
  writeFirst: 'Write the first one',
  noneWithStatus: 'No post has this status.',
  empty: 'No requests yet',
  emptyAdvice: "Suggest an improvement: others can vote for it, and you'll see its status here.",
  writing: {
    lead: 'One request per post: it is easier to vote for and to answer.',
    title: 'Title',
    details: 'Details',
    detailsHint: 'What are you trying to do, and what gets in the way? Everyone who uses the product can read it.',
    similar: 'Someone may have asked for this already. Open it and vote:',
    statusAndVotes: (status: string, votes: number) => `${status}, ${formatQuantity(votes, 'vote')}`,
    post: 'Post',
    cancel: 'Cancel',
  },
  /** The form over an open project. */
  dialog: {
    title: 'Send feedback',
    posted: 'Posted. Others can vote for it now.',
    openBoard: 'See all posts',
  },
  post: {
    notFound: 'There is no such post. It may have been removed, or the link may be mistyped.',
    allPosts: 'All posts',
    duplicate: (title: string) => `Its votes are counted with <post>${title}</post>.`,
    team: 'The team',
    someone: 'Someone',
    noComments: 'No comments yet.',
    comment: 'Comment',
    addComment: 'Add comment',
  },
  vendor: {
    notOpened: 'The feedback board could not be opened',
    explanation:
      'It is run by another service, which does not answer or is blocked in this browser. Your projects are not affected.',
  },
})
