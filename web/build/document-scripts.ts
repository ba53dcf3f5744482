/**
 * Names the styles that the document holds inline. A chunk that needs styles looks for their link before it fetches
 * them, and fetched styles would come after the styles that build on them. The links are added by script, because a
 * browser fetches ahead every link in a document, even a disabled one. The script's data holds the files.
 */
export const inlinedStylesScript = `for(const file of document.currentScript.dataset.files.split(' '))document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',href:'/'+file,disabled:true}))`;

/**
 * Writes the present prices and limits into a page that was built with the first prices. The texts are those of
 * `features/public/price-texts.ts`, sums in cents and percents in hundredths. Without an answer the page stays as it
 * is.
 */
export const pricesScript = `fetch('/api/prices',{priority:'low'}).then((reply)=>reply.json()).then(({present:{cardFeeCents:fee,firstLoadCents:first,loadPercent,loadFixedCents:fixed},limits:{present:{balanceCents,monthlySpendCents}}})=>{const full=(cents)=>'$'+(cents/100).toLocaleString('en-US',{minimumFractionDigits:2}),short=(cents)=>full(cents).replace('.00',''),exampleFee=Math.ceil(5000*Math.round(loadPercent*100)/10000)+fixed,texts={card:short(fee+first),fee:short(fee),first:short(first),load:loadPercent+'% + '+short(fixed),examplePaid:full(5000+exampleFee),exampleFee:full(exampleFee),balance:short(balanceCents),month:short(monthlySpendCents)};for(const place of document.querySelectorAll('[data-price]'))place.textContent=texts[place.dataset.price]}).catch(()=>{})`;

/** Maximum time that the scripts wait for the first paint and for the outline's facts, in milliseconds. */
const paintWaitMs = 250;

/**
 * Fetches and starts the scripts that `#root` names, of which the first one starts the app. Waits until the drawn page
 * is painted with the replies of the early reads (`window.outlined` of `outlineScript`), which need the connection
 * until then. Starts at once for a page in the background, which is not painted.
 */
export const startScript = [
  `{const r=document.querySelector('#root'),add=(tag,of)=>document.head.append(Object.assign(document.createElement(tag),of,{crossOrigin:''}));`,
  `let go=()=>{go=()=>{};const[src,...more]=r.dataset.scripts.split(' ');for(const href of more)add('link',{rel:'modulepreload',href});add('script',{type:'module',src})};`,
  `if(document.hidden)go();else{setTimeout(()=>go(),${paintWaitMs});`,
  `Promise.all([new Promise((done)=>new PerformanceObserver(done).observe({type:'paint',buffered:true})),window.outlined]).then(()=>requestAnimationFrame(()=>setTimeout(()=>go())))}}`,
].join('');

/**
 * Remembers, as `window.enteredForm`, the form in which Enter was pressed before the scripts are there. Its button
 * cannot be pressed until then, and the key would be lost. A form that a password manager submits meanwhile is
 * remembered too: no server takes it. Further typing forgets the form. `useFormValues` reads it.
 */
export const earlyEnterScript = [
  `{const r=document.querySelector('#root');`,
  `r.addEventListener('submit',(event)=>{event.preventDefault();window.enteredForm=event.target});`,
  `r.addEventListener('input',()=>{window.enteredForm=undefined});`,
  `r.addEventListener('keydown',(event)=>{if(event.key==='Enter'&&event.target.matches('input'))window.enteredForm=event.target.form})}`,
].join('');
