import { hintKey, roleKey } from '#web/lib/session-hint.ts';

/** A page behind the sign-in, as it is drawn before its scripts and data are there. */
export type Outline = {
  /** The page's address. One that ends with a slash is the beginning of the page's addresses. */
  readonly start: string;
  /** The role of the person whose page it is. */
  readonly role: 'user' | 'admin';
  readonly html: string;
  /** The page's module, whose styles it needs. */
  readonly module: string;
};

/**
 * The place of the outline, above that of the app. It cannot be used, and screen readers hear the loading screen
 * instead.
 */
export const outlinePlace = '<div class="outline" inert aria-hidden="true"></div>';

/** Returns the templates of which `outlineScript` draws one, each with the styles of its page that it uses. */
export async function outlineTemplates(
  outlines: readonly Outline[],
  stylesOf: (module: string) => Promise<string>,
): Promise<string> {
  const templates = outlines.map(async ({ start, role, html, module }) => {
    const style = usedStyles(await stylesOf(module), html);
    return `<template data-start="${start}" data-role="${role}"><style>${style}</style>${html}</template>`;
  });
  return (await Promise.all(templates)).join('');
}

/** Returns the rules whose classes all occur in some HTML. Only for minified styles, which have no comments. */
export function usedStyles(css: string, html: string): string {
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  const isUsed = (selector: string): boolean =>
    [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].every(([, name = '']) => classes.has(name));
  let used = '';
  for (let at = 0; at < css.length;) {
    const open = css.indexOf('{', at);
    if (open === -1) break;
    const end = endOfBlock(css, open);
    const head = css.slice(at, open);
    const body = css.slice(open + 1, end);
    at = end + 1;
    if (/^@(media|supports|container)/.test(head)) {
      const inner = usedStyles(body, html);
      if (inner !== '') used += `${head}{${inner}}`;
    } else if (!head.startsWith('@')) {
      const selectors = head.split(/,(?![^(]*\))/).filter(isUsed);
      if (selectors.length > 0) used += `${selectors.join(',')}{${body}}`;
    }
  }
  return used;
}

/** Returns the index of the brace that closes the one at `open`. Throws Error when there is none. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`a block of the styles has no end: ${css.slice(open, open + 40)}`);
}

/**
 * Draws the outline of the page at the present address, for the role that this browser has noted. Writes the replies of
 * the early reads into it: the greeting and the balance, which on a card's page is the card's alone. The app takes its
 * place (`web/app/main.tsx`). Removes the outline at once when the reply names another role.
 */
export const outlineScript = [
  `{const place=document.querySelector('.outline'),at=location.pathname,early=window.earlyReads;let role;`,
  `try{role=localStorage.getItem('${hintKey}')&&localStorage.getItem('${roleKey}')}catch{}`,
  `const found=[...document.querySelectorAll('template')].find(({dataset:{start,role:of}})=>of===role&&(start.endsWith('/')?at.startsWith(start):at===start));`,
  `if(found&&early){const own=found.dataset.start.endsWith('/');place.append(found.content);const money=(cents)=>(cents<0?'\\u2212':'')+(Math.abs(cents)/100).toLocaleString('en-US',{style:'currency',currency:'USD'}),`,
  `write=(url,facts)=>early[url].then((reply)=>reply?.ok?reply.clone().json():undefined).then((said)=>{for(const[name,text]of Object.entries(said?facts(said):{}))for(const gap of place.querySelectorAll('[data-fact='+name+']'))gap.textContent=text}).catch(()=>{}),`,
  `hour=new Date().getHours(),part=hour>=5&&hour<=11?'morning':hour>=12&&hour<=17?'afternoon':'evening',`,
  `reads=[write('/api/user',(user)=>{if(user.role!==role)place.remove();return{greeting:'Good '+part+', '+(user.firstname.trim()||'User'),...(own?{}:{balance:money(user.balance)})}})];`,
  `if(early['/api'+at+'/public'])reads.push(write('/api'+at+'/public',({status,balance,limits})=>status==='deleted'?{}:{balance:money(balance),spent:money(limits.spentThisMonth),ofMonth:' of '+money(limits.monthlySpend)+' spent this month'}));`,
  `if(place.querySelector('[data-fact]'))window.outlined=Promise.all(reads)}}`,
].join('');
