const span = (style: string, text: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;` +
  `text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`

const listItem = (level: number, text: string, style = '') =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;" role="presentation">${span(style, text)}</p></li>`

/**
 * The clipboard content of Google Docs: everything inside a bold element that is not bold, formats as styles, lists
 * beside items.
 */
export const googleDocsHtml =
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0d5e1a3c-7fff-2b0a-54a5-8cc0">' +
  `<h1 dir="ltr" style="line-height:1.38;">${span('', 'Garden')}</h1>` +
  `<p dir="ltr" style="line-height:1.38;">${span('', 'Plain ')}${span('font-weight:700;', 'bold')}${span('', ' ')}` +
  `${span('font-weight:700;font-style:italic;', 'both')}${span('', ' ')}${span('text-decoration:underline;', 'under')}</p>` +
  `<p dir="ltr" style="line-height:1.38;">${span('', 'Second x')}${span('vertical-align:super;', '2')}</p>` +
  `<ul style="margin-top:0;">${listItem(1, 'One')}<ul style="margin-top:0;">${listItem(2, 'Deep')}<ul>${listItem(3, 'Deeper')}</ul></ul>` +
  `${listItem(1, 'Two', 'font-weight:700;')}</ul><br /></b>`
