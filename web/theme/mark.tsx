import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';

const words = { name: text('行鉴', 'Xingjian') };

/** Shapes of the mark on a 32 × 32 ground; web/public/favicon.svg draws the same. */
export const markShapes = {
  rim: 'M16 1.25A14.75 14.75 0 1 1 16 30.75A14.75 14.75 0 1 1 16 1.25Z',
  mirror: 'M16 4.6A11.4 11.4 0 1 1 16 27.4A11.4 11.4 0 1 1 16 4.6Z',
  path: 'M5.5 32C7.5 25.6 20.6 23.4 17.4 17.4C15.2 13.6 10.8 11.2 19.6 0L23 0C14.9 10.6 20.6 12.2 23.1 16.4C27 23 17.9 26 16.6 32Z',
} as const;

/** The mark: a round bronze mirror crossed by a path. Drawn in the current colour; works from 16 px up. */
export function Mark({ size = 32, titled = false }: { size?: number; titled?: boolean }) {
  const { rim, mirror, path } = markShapes;
  // The path is cut out of the mirror, so the ground shows through it whatever that is.
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={titled ? 'img' : 'presentation'}
      aria-hidden={titled ? undefined : true}
      aria-label={titled ? speak(words.name) : undefined}
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

// Outlines of 行 and 鉴 from Noto Serif SC Bold (SIL Open Font License 1.1), on a ground of 1000 × 1000 each.
const xing =
  'M273 236 415 317Q411 325 403 328Q394 332 376 329Q337 375 282 429Q228 482 163 533Q99 584 27 624L17 614Q56 574 94 525Q132 476 166 424Q200 373 227 324Q255 275 273 236ZM262 34 396 116Q392 123 383 127Q374 131 357 127Q322 160 273 198Q224 235 167 269Q110 303 51 330L42 319Q85 279 128 228Q170 177 206 125Q241 74 262 34ZM179 464 225 403 328 441Q322 455 297 460V939Q296 943 282 951Q268 958 246 964Q224 970 201 970H179ZM440 132H769L829 53Q829 53 840 62Q852 71 869 85Q886 98 905 115Q924 131 939 145Q935 161 912 161H448ZM384 363H798L861 281Q861 281 872 290Q884 299 901 314Q919 328 939 344Q958 361 974 375Q970 391 946 391H392ZM681 366H801V817Q801 857 789 888Q777 919 740 938Q704 957 629 962Q628 933 620 912Q612 891 597 878Q581 865 555 855Q529 845 478 837V824Q478 824 493 825Q509 826 532 827Q556 828 581 830Q606 831 627 832Q647 833 656 833Q670 833 675 828Q681 823 681 813Z';
const jian =
  'M443 44Q442 54 434 61Q426 69 406 72V389Q406 393 392 401Q378 409 357 415Q336 420 314 420H296V31ZM251 82Q250 92 242 99Q233 107 214 109V390Q214 395 201 401Q189 408 170 413Q151 418 131 418H116V70ZM663 226Q732 239 772 262Q812 286 829 313Q847 340 846 365Q846 391 832 407Q818 424 795 426Q773 429 748 410Q743 378 728 346Q714 314 694 284Q674 255 654 233ZM710 80Q706 90 697 95Q687 100 669 99Q630 182 576 244Q522 305 457 346L445 337Q479 280 509 198Q539 115 553 28ZM868 83Q868 83 879 93Q890 102 906 118Q923 133 941 150Q959 167 973 182Q969 198 946 198H569V170H809ZM535 413Q501 448 447 482Q393 515 326 546Q259 576 186 600Q112 623 39 638L35 625Q100 601 163 567Q226 533 281 494Q335 454 374 414Q413 374 429 340L598 381Q596 390 586 395Q576 400 551 403Q587 424 638 439Q689 455 747 465Q806 475 865 480Q923 485 975 485L975 501Q952 509 935 527Q918 545 909 567Q899 590 897 611Q820 595 750 566Q681 538 626 499Q571 460 535 413ZM811 793Q807 801 797 805Q786 810 770 808Q734 841 694 871Q653 901 615 922L603 913Q621 880 643 831Q664 781 683 731ZM229 733Q287 746 319 766Q351 787 361 810Q372 833 367 853Q362 873 347 885Q331 897 309 896Q288 895 266 876Q266 839 253 802Q239 764 220 738ZM555 569V917H435V569ZM852 815Q852 815 864 824Q876 834 894 849Q912 864 932 881Q952 899 968 914Q964 930 940 930H46L38 901H788ZM773 616Q773 616 784 625Q795 634 812 648Q829 661 848 677Q867 693 882 706Q878 722 855 722H154L146 694H713ZM623 502Q623 502 638 515Q654 527 677 545Q699 563 717 580Q713 596 690 596H285L277 567H571Z';

/** The name as it is written on the product: 行鉴, in line or from top to bottom. */
export function Wordmark({ height = 24, upright = false }: { height?: number; upright?: boolean }) {
  const [width, tall] = upright ? [1000, 2160] : [2160, 1000];
  return (
    <svg
      height={height}
      width={(height * width) / tall}
      viewBox={`0 0 ${width} ${tall}`}
      fill="currentColor"
      role="img"
      aria-label={speak(words.name)}
    >
      <path d={xing} />
      <path d={jian} transform={upright ? 'translate(0 1160)' : 'translate(1160 0)'} />
    </svg>
  );
}
