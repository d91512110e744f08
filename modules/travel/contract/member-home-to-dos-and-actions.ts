import { inDays, today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import type {
  MemberFirstStep,
  MemberHomeAction,
  MemberHomeLine,
  MemberHomeSection,
} from '#kernel/module/member-home-page-declaration.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { coachDispatchRequest } from './itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from './itinerary/team-itinerary.ts';
import { guideOnTheRoadScreen } from './on-the-road/guide-on-the-road-screen.ts';
import { changeRequest } from './on-the-road/itinerary-change-requested-by-guide.ts';

/** Line on the home page of a guide about their own card. */
const ownCard = (label: Text, tone: Tone, validity: string): MemberHomeLine => ({
  of: guideOnTheRoadScreen.opensFor.of,
  own: guideOnTheRoadScreen.opensFor.by,
  to: guideOnTheRoadScreen.name,
  label,
  tone,
  where: [
    ['status', 'IN', ['valid', 'changing', 'suspended']],
    ['validity', '=', validity],
  ],
});

/** To-do lines on the home pages of agencies, coach operators and guides. */
export const travelToDoLines: readonly MemberHomeLine[] = [
  {
    of: itinerary.name,
    label: text('已退回的团队', 'Returned teams'),
    tone: 'warning',
    where: [['status', '=', 'returned']],
  },
  {
    of: itinerary.name,
    label: text('出发日期已过、尚未提交的团队', 'Departure date passed, not submitted'),
    tone: 'bad',
    where: [
      ['status', '=', 'draft'],
      ['start_at', '<', today],
    ],
  },
  {
    of: itinerary.name,
    label: text('尚未提交的团队', 'Teams not yet filed'),
    tone: 'progress',
    where: [
      ['status', '=', 'draft'],
      ['start_at', '>=', today],
    ],
  },
  {
    of: coachDispatchRequest.name,
    label: text('待确认的派车', 'Coach requests to confirm'),
    tone: 'progress',
    where: [['status', '=', 'asked']],
  },
  {
    of: changeRequest.name,
    label: text('导游申请的变更', 'Change requests from guides'),
    tone: 'progress',
    where: [['status', '=', 'asked']],
  },
  ownCard(text('您的导游证已过期', 'Your guide card has expired'), 'bad', 'expired'),
  ownCard(text('您的导游证将到期', 'Your guide card expires soon'), 'warning', 'expiring'),
];

/** Lists on the home page of agencies and coach operators: today's teams, the next ones, today's coaches. */
export const travelListsOnMemberHome: readonly MemberHomeSection[] = [
  {
    of: itinerary.name,
    label: text('今日团队', "Today's teams"),
    where: [
      ['status', 'IN', ['submitted', 'confirmed', 'departed', 'abnormal']],
      ['start_at', '<=', today],
      ['end_at', '>=', today],
    ],
    order: 'start_at',
    none: text('今天没有团队在途，也没有团队出发。', 'No team is on the road or departs today.'),
  },
  {
    of: itinerary.name,
    label: text('七天内出发的团队', 'Teams that depart within seven days'),
    where: [
      ['status', 'IN', ['draft', 'returned', 'submitted', 'confirmed']],
      ['start_at', '>', today],
      ['start_at', '<=', inDays(7)],
    ],
    order: 'start_at',
  },
  {
    of: coachDispatchRequest.name,
    label: text('今日派车', "Today's coaches"),
    where: [
      ['status', 'IN', ['asked', 'confirmed']],
      ['from_at', '<=', today],
      ['to_at', '>=', today],
    ],
    order: 'from_at',
    none: text('今天没有车辆随团。', 'No coach is out with a team today.'),
  },
];

export const travelActionsOnMemberHome: readonly MemberHomeAction[] = [
  { of: itinerary.name, label: text('新建团队', 'New team') },
];

export const travelFirstStepsOnMemberHome: readonly MemberFirstStep[] = [
  {
    label: text('我是导游', 'I am a guide'),
    text: text(
      '绑定导游证，查看带团安排，途中签到、清点人数、紧急求助。',
      'Link your guide card to see your teams, check in at stops, count heads and call for help.',
    ),
    to: `/user/${guideOnTheRoadScreen.name}`,
  },
];
