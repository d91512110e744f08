import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = { name: text('行鉴', 'Xingjian') };

/** Shapes of the logo on 32 × 32; web/public/favicon.svg draws the same. */
const markShapes = {
  rim: 'M16 1.25A14.75 14.75 0 1 1 16 30.75A14.75 14.75 0 1 1 16 1.25Z',
  mirror: 'M16 4.6A11.4 11.4 0 1 1 16 27.4A11.4 11.4 0 1 1 16 4.6Z',
  path: 'M5.5 32C7.5 25.6 20.6 23.4 17.4 17.4C15.2 13.6 10.8 11.2 19.6 0L23 0C14.9 10.6 20.6 12.2 23.1 16.4C27 23 17.9 26 16.6 32Z',
} as const;

/** The logo: a round bronze mirror crossed by a path, in the current colour; works from 16 px up. */
export function LogoMark({ size = 32, titled = false }: { size?: number; titled?: boolean }) {
  const { rim, mirror, path } = markShapes;
  // The path is cut out of the mirror, so that the background shows through.
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={titled ? 'img' : 'presentation'}
      aria-hidden={titled ? undefined : true}
      aria-label={titled ? translate(texts.name) : undefined}
    >
      <mask id="xj-mark-path" maskUnits="userSpaceOnUse" x="0" y="0" width="32" height="32">
        <rect width="32" height="32" fill="#fff" />
        <path d={path} fill="#000" />
      </mask>
      <g mask="url(#xj-mark-path)">
        <path d={rim} fill="none" stroke="currentColor" strokeWidth="2" />
        <path d={mirror} fill="currentColor" />
      </g>
    </svg>
  );
}

// Outlines of 行 and 鉴 from Noto Serif SC Bold (SIL Open Font License 1.1), on 500 × 500 each. Every page carries them,
// so they have no finer steps than a screen can show.
const xing =
  'M137 118 208 159Q206 163 202 164Q197 166 188 165Q169 188 141 215Q114 241 82 267Q50 292 14 312L9 307Q28 287 47 263Q66 238 83 212Q100 187 114 162Q128 138 137 118ZM131 17 198 58Q196 62 192 64Q187 66 179 64Q161 80 137 99Q112 118 84 135Q55 152 26 165L21 160Q43 140 64 114Q85 89 103 63Q121 37 131 17ZM90 232 113 202 164 221Q161 228 149 230V470Q148 472 141 476Q134 479 123 482Q112 485 101 485H90ZM220 66H385L415 27Q415 27 420 31Q426 36 435 43Q443 49 453 58Q462 66 470 73Q468 81 456 81H224ZM192 182H399L431 141Q431 141 436 145Q442 150 451 157Q460 164 470 172Q479 181 487 188Q485 196 473 196H196ZM341 183H401V409Q401 429 395 444Q389 460 370 469Q352 479 315 481Q314 467 310 456Q306 446 299 439Q291 433 278 428Q265 423 239 419V412Q239 412 247 413Q255 413 266 414Q278 414 291 415Q303 416 314 416Q324 417 328 417Q335 417 338 414Q341 412 341 407Z';
const jian =
  'M222 22Q221 27 217 31Q213 35 203 36V195Q203 197 196 201Q189 205 179 208Q168 210 157 210H148V16ZM126 41Q125 46 121 50Q117 54 107 55V195Q107 198 101 201Q95 204 85 207Q76 209 66 209H58V35ZM332 113Q366 120 386 131Q406 143 415 157Q424 170 423 183Q423 196 416 204Q409 212 398 213Q387 215 374 205Q372 189 364 173Q357 157 347 142Q337 128 327 117ZM355 40Q353 45 349 48Q344 50 335 50Q315 91 288 122Q261 153 229 173L223 169Q240 140 255 99Q270 58 277 14ZM434 42Q434 42 440 47Q445 51 453 59Q462 67 471 75Q480 84 487 91Q485 99 473 99H285V85H405ZM268 207Q251 224 224 241Q197 258 163 273Q130 288 93 300Q56 312 20 319L18 313Q50 301 82 284Q113 267 141 247Q168 227 187 207Q207 187 215 170L299 191Q298 195 293 198Q288 200 276 202Q294 212 319 220Q345 228 374 233Q403 238 433 240Q462 243 488 243L488 251Q476 255 468 264Q459 273 455 284Q450 295 449 306Q410 298 375 283Q341 269 313 250Q286 230 268 207ZM406 397Q404 401 399 403Q393 405 385 404Q367 421 347 436Q327 451 308 461L302 457Q311 440 322 416Q332 391 342 366ZM115 367Q144 373 160 383Q176 394 181 405Q186 417 184 427Q181 437 174 443Q166 449 155 448Q144 448 133 438Q133 420 127 401Q120 382 110 369ZM278 285V459H218V285ZM426 408Q426 408 432 412Q438 417 447 425Q456 432 466 441Q476 450 484 457Q482 465 470 465H23L19 451H394ZM387 308Q387 308 392 313Q398 317 406 324Q415 331 424 339Q434 347 441 353Q439 361 428 361H77L73 347H357ZM312 251Q312 251 319 258Q327 264 339 273Q350 282 359 290Q357 298 345 298H143L139 284H286Z';

/** The product name 行鉴, horizontal or vertical. */
export function Wordmark({ height = 24, upright = false }: { height?: number; upright?: boolean }) {
  const [width, tall] = upright ? [500, 1080] : [1080, 500];
  return (
    <svg
      height={height}
      width={(height * width) / tall}
      viewBox={`0 0 ${width} ${tall}`}
      fill="currentColor"
      role="img"
      aria-label={translate(texts.name)}
    >
      <path d={xing} />
      <path d={jian} transform={upright ? 'translate(0 580)' : 'translate(580 0)'} />
    </svg>
  );
}
