// biome-ignore-all lint/complexity/useArrowFunction: the oldest browsers do not support arrow functions
window.addEventListener('load', function () {
  var root = document.getElementById('root');
  if (!root || root.firstChild) return;
  [
    '此浏览器版本过低，无法打开行鉴。请使用 Chrome 或 Edge 110、Firefox 115、Safari 16.4 及以上版本；360、QQ 等浏览器请升级并切换到极速模式。',
    'This browser is too old for Xingjian. Use Chrome or Edge 110, Firefox 115, Safari 16.4, or newer.',
  ].forEach(function (said) {
    var line = document.createElement('p');
    line.style.cssText = 'max-width:36em;margin:2em auto 0;padding:0 1em;font:16px/1.7 sans-serif';
    line.appendChild(document.createTextNode(said));
    root.appendChild(line);
  });
});
