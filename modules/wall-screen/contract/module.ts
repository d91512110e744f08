import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { alertAcknowledgement } from './acknowledgement-of-wall-alert.ts';
import { mapPanel } from './layered-map-panel.ts';
import { wallRemotePage } from './wall-remote-control.ts';

/**
 * The wall screen: a page without the layout, at /admin/largedatascreen and, as some bureaux bookmark it,
 * /admin/screendata.
 */
export const wallScreenModule = module_({
  name: 'screen',
  label: text('监管大屏', 'Wall screen'),
  icon: 'fund-projection-screen',
  weigh: 100,
  pages: [wallRemotePage],
  panels: [mapPanel],
  entries: [
    {
      name: 'largedatascreen',
      label: text('大屏', 'Wall screen'),
      icon: 'fund-projection-screen',
      type: 'link',
      url: '/admin/largedatascreen',
    },
    alertAcknowledgement,
  ],
});
