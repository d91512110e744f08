import { type Text, text } from '#kernel/text/text.ts';

/** Release notes in the words of users, newest first. */
export const releaseNotes: readonly { readonly date: string; readonly notes: readonly Text[] }[] = [
  {
    date: '2026-11-22',
    notes: [
      text(
        '大屏：超期与一日内到期的事项列在底部，值班人可署名确认；按 R 回放一天，按 P 演示场景，手机扫码即可遥控。',
        'Wall screen: items overdue or due within a day are listed at the bottom for the duty officer to acknowledge by name; press R to replay a day, P to present scenes, and scan with a phone for remote control.',
      ),
      text(
        '任何页面按 F1 打开本页帮助：字段、状态、办理权限与期限依据，可查找、可打印。',
        'Press F1 on any page for its help: fields, statuses, who may act and the legal basis of deadlines; searchable and printable.',
      ),
    ],
  },
];
