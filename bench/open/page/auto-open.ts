// Bundled behind a peer: fetches the nodes as soon as its code runs and shows them, as a page of that peer would.
const nodes = Number(new URLSearchParams(location.search).get('nodes'))
let isShown = false
window.isPlanShown = () => isShown
void window.stage
  .load(nodes)
  .then(() => window.stage.open())
  .then(() => (isShown = true))
