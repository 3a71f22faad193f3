/** The same query without the id of a flow that is of no use any more. */
export function withoutFlowParam(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('flow')
  return rest
}
