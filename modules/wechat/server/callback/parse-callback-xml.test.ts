import { expect, test } from 'vitest';
import { incomingMessageFromXmlElements } from './incoming-message-from-xml-elements.ts';
import { parseCallbackXml } from './parse-callback-xml.ts';

/** A photograph taken by a button of a menu, as WeChat documents it. */
const picture = (sum: string) => `<item><PicMd5Sum><![CDATA[${sum}]]></PicMd5Sum>\n</item>`;
const photographs = (sums: readonly string[]) => `<xml><ToUserName><![CDATA[gh_e136c6e50636]]></ToUserName>
<FromUserName><![CDATA[oMgHVjngRipVsoxg6TuX3vz6glDg]]></FromUserName>
<CreateTime>1408090651</CreateTime>
<MsgType><![CDATA[event]]></MsgType>
<Event><![CDATA[pic_sysphoto]]></Event>
<EventKey><![CDATA[6]]></EventKey>
<SendPicsInfo><Count>${sums.length}</Count>
<PicList>${sums.map(picture).join('\n')}
</PicList>
</SendPicsInfo>
</xml>`;

test.each([
  ['one photograph', ['1b5f7c23b5bf75682a53e7b6d163e185']],
  ['nine', Array.from({ length: 9 }, (_, n) => String(n).repeat(32))],
])('%s by a button of a menu is a press of that button', (_, sums) => {
  const elements = parseCallbackXml(photographs(sums));
  expect(elements).toMatchObject({
    'SendPicsInfo.Count': String(sums.length),
    'SendPicsInfo.PicList.item.PicMd5Sum': sums[0],
  });
  expect(incomingMessageFromXmlElements(elements)).toMatchObject({
    kind: 'event',
    incoming: { type: 'click', key: '6' },
  });
});
