import { text } from '#kernel/text/text.ts';

export const errorPageTexts = {
  noPower: text('没有权限访问', 'No permission'),
  noPowerText: text(
    '您没有访问该页面的权限，如有需要请联系网站管理员。',
    'You have no permission to view this page. Contact the site administrator if you need it.',
  ),
  broken: text('页面出现了问题', 'Something went wrong on this page'),
  brokenText: text(
    '系统会上报这个问题，您填写的草稿仍保留着。页面将自动返回上一页。',
    'The problem is reported and your drafts are kept. You return to the previous page.',
  ),
  outdated: text('系统已更新', 'New version available'),
  outdatedText: text(
    '这一部分要重新载入后才能打开。您填写的草稿仍保留着，请在方便时重新载入。',
    'Reload to open this part. Your drafts are kept.',
  ),
  unreachable: text('暂时无法进入', 'Cannot enter right now'),
  returning: text('{seconds} 秒后自动返回', 'Returning in {seconds} s'),
  stay: text('留在此页', 'Stay on this page'),
  home: text('返回首页', 'Back to home'),
  back: text('返回上一页', 'Go back'),
  retry: text('重试', 'Try again'),
  requestId: text('请求编号', 'Request ID'),
  details: text('技术细节', 'Technical details'),
  copy: text('复制', 'Copy'),
  copied: text('已复制', 'Copied'),
} as const;
