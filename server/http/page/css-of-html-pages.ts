/** The style of pages that the server makes: on phones and desktops, in light and dark, and on paper. */
export const pageStyle = `
:root{color-scheme:light dark;--paper:#f2f3ee;--raised:#fdfdfa;--line:#d9dcd4;--ink:#1b2427;--soft:#4a5659;--accent:#276b5f;--wash:#d9eae3;--warn:#ad301d}
@media (prefers-color-scheme:dark){:root{--paper:#101618;--raised:#182023;--line:#2a3538;--ink:#e9e9e2;--soft:#b3bbb8;--accent:#7cc4ae;--wash:#1a3831;--warn:#f28c79}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.75 -apple-system,BlinkMacSystemFont,"Segoe UI","PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px}
header,main,footer{max-width:48rem;margin:0 auto;padding:0 16px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 20px;padding-top:8px;border-bottom:1px solid var(--line)}
header a{display:inline-block;padding:10px 0;min-height:44px;text-decoration:none}
.site{font-weight:600;color:var(--ink)}
nav{display:flex;flex-wrap:wrap;gap:0 20px;flex:1}
nav a[aria-current]{color:var(--ink);box-shadow:inset 0 -2px var(--accent)}
main{padding-top:24px;padding-bottom:48px}
h1{margin:0 0 8px;font-size:1.75rem;line-height:1.35;text-wrap:balance}
h2{font-size:1.3rem;margin:1.8em 0 .5em}h3,h4{font-size:1.1rem;margin:1.5em 0 .4em}
.note{color:var(--soft);font-size:.875rem}
.text{margin-top:24px}
.text img{max-width:100%;height:auto;border-radius:6px}
.cover{display:block;width:100%;max-height:24rem;margin-top:16px;object-fit:cover;border-radius:6px}
.text blockquote{margin:1em 0;padding-left:16px;border-left:3px solid var(--line);color:var(--soft)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{border:1px solid var(--line);padding:6px 10px;text-align:left;vertical-align:top}
th{background:var(--raised)}
td p,th p,li p{margin:0}
form{display:flex;gap:8px;margin:16px 0}
input{flex:1;min-width:0;font:inherit;padding:8px 12px;min-height:44px;border:1px solid var(--soft);border-radius:6px;background:var(--raised);color:inherit}
button{font:inherit;padding:8px 20px;min-height:44px;border:0;border-radius:6px;background:var(--accent);color:var(--paper);cursor:pointer}
.list{list-style:none;margin:16px 0;padding:0}
.list>li{padding:14px 0;border-bottom:1px solid var(--line)}
.list a{font-size:1.0625rem;text-decoration:none}
.list a:hover{text-decoration:underline}
.list p{margin:4px 0 0}
.mark{display:inline-block;margin-right:8px;padding:0 8px;border-radius:6px;background:var(--wash);font-size:.8125rem}
.pages{display:flex;justify-content:space-between;gap:16px}
footer{display:flex;flex-wrap:wrap;gap:4px 24px;padding-top:16px;padding-bottom:32px;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
@media print{:root{--paper:#fff;--raised:#fff;--ink:#000;--soft:#333;--accent:#000}body{font-size:11pt}header,form,.pages,.skip,.screen{display:none}header,main,footer{max-width:none}.text a::after{content:" (" attr(href) ")";font-size:.8em}h2,h3,h4{break-after:avoid}img,tr{break-inside:avoid}}
`.trim();
