/*
 * Domains of mailboxes that anybody opens for minutes: the list of disposable-email-domains/disposable-email-domains, as
 * disposable-email-domains-js 1.26.0 has it (September 2026). CC0 1.0, in the public domain. Kept here as text, because
 * only one worker reads it; README.md says how it is renewed.
 */
const listed = `
0-mail.com 0-mailer.dynv6.net 000-webmail.myhome-server.de 000000000000000.theworkpc.com 000000000000000000.dynv6.net
000webmail.ddnss.de 000webmail.ddnss.org 000webmail.dyn-ip24.de 000webmail.dyn.ddnss.de
000webmail.dyn.home-webserver.de 000webmail.dyndns.ddnss.de 000webmail.dyndns1.de 000webmail.home-webserver.de
00jac.com 01022.hk 010530.xyz 01130.hk 020307.xyz 027168.com 045692.xyz 062e.com 0815.ru 0815.su 0845.ru 092088.xyz
0box.eu 0cd.cn 0clickemail.com 0cpub2.tech 0n0ff.net 0nelce.com 0rg.fr 0v.ro 0w.ro 0wnd.net 0wnd.org 0x207.info 1-8.biz
1-mintue-mail.ddnsgeek.com 1-second-mail.site 1-tm.com 10-minute-mail.com 1000acres.co.uk 1000rebates.stream
100likers.com 102.io.vn 103.ink 105kg.ru 10dk.email 10inbox.online 10mail.com 10mail.org 10mail.tk 10mail.xyz
10min.email 10minemail.com 10minmail.de 10minmail.org 10minut.com.pl 10minut.xyz 10minute.email 10minutemail.be
10minutemail.cf 10minutemail.co.uk 10minutemail.co.za 10minutemail.com 10minutemail.de 10minutemail.ga 10minutemail.gq
10minutemail.ml 10minutemail.net 10minutemail.nl 10minutemail.pro 10minutemail.us 10minutemailbox.com 10minutemails.in
10minutenemail.de 10minutenmail.xyz 10minutesmail.com 10minutesmail.fr 10minutmail.pl 10x9.com 1111111111111.dynv6.net
11163.com 11166666.xyz 114514279.xyz 115yu.cc.cd 123-m.com 12312312312.cfd 123312.cc.cd 1234211.xyz 123456789.life
123clone.com 123mails.org 12bclass.us 12friday.space 12hosting.net 12houremail.com 12minutemail.com 12minutemail.net
12storage.com 130723.xyz 13282298.xyz 1337.care 13512863687.store 140unichars.com 142code.me 147.cl 14club.org.uk
14n.co.uk 151668.xyz 15553.eu.cc 15555.eu.cc 15557.eu.cc 15963.fr.nf 15qm.com 164109038.xyz 16816889.xyz 179297.xyz
17tb.io.vn 1820mail.vip 189.email 18t5b.shop 191117636.cfd 191mariobet.com 199411.store 1blackmoon.com 1ce.us
1chuan.com 1clck2.com 1fsdfdsfsdf.tk 1mail.ml 1nom.org 1pad.de 1pice.io.vn 1s.fr 1sec.site 1secmail.com 1secmail.net
1secmail.org 1secmail.space 1secmail.website 1st-forms.com 1sworld.com 1t-mail.com 1to1mail.org 1trick.net 1usemail.com
1webmail.info 1win.life 1xp.fr 1zhuan.com 2-b.icu 200192.indevs.in 20030310.com 2003066.xyz 2012-2016.ru 20253025.xyz
20260501.ccwu.cc 20260503.ccwu.cc 202608221.xyz 2048unblocked.com 20email.eu 20email.it 20mail.eu 20mail.in 20mail.it
20minutemail.com 20minutemail.it 20minutesmail.com 20mm.eu 2120001.net 216222.xyz 21cn.com 21mail.top 2200freefonts.com
22345377.xyz 2333.live 247web.net 24faw.com 24hinbox.com 24hourmail.com 24hourmail.net 24mail.top 25kcreditveo3.io.vn
25kg2gveo3.io.vn 25kmans.io.vn 25kmembers.io.vn 25kseller.io.vn 25kselll.io.vn 25kveo.io.vn 25kveo3.io.vn
25kvideo.io.vn 25u.com 264341.xyz 269966.xyz 2932919455.dynv6.net 2anom.com 2chmail.net 2ether.net 2fdgdfgdfgdf.tk
2likemobile.site 2likemobile.tech 2likemobile.top 2likemobile.xyz 2mail.eu.cc 2odem.com 2prong.com 2wc.info
300book.info 30mail.ir 30minutemail.com 30wave.com 3202.com 32132.ccwu.cc 326645.indevs.in 326646.indevs.in
326646302.indevs.in 3333366.xyz 3435637.xyz 365boxmail.com 36duongtau.live 36ru.com 39393.eu.cc 39393.me 3a88.dev
3bbb.cc.cd 3d-painting.com 3dkai.com 3fdn.com 3jf.cn 3l6.com 3littlemiracles.com 3mail.ga 3trtretgfrfe.tk 3xu.studio
4-n.us 401010.xyz 4057.com 415dacjder.qzz.io 418.dk 42o.org 42web.io 45kg2gveo3.io.vn 45kselller.io.vn 45kveo.io.vn
45kveo3.io.vn 48dz.com 48hr.email 497000.xyz 499713376.xyz 4bbb.cc.cd 4bus.io.vn 4gfdsgfdgfd.tk 4k5.net 4mail.cf
4mail.ga 4nextmail.com 4nmv.ru 4pu.com 4save.net 4tb.host 4warding.com 4warding.net 4warding.org 50set.ru 51baidu.tech
51mail.shop 51www.us 521883.xyz 522885.xyz 52mails.com 55hosting.net 5ghgfhfghfgh.tk 5gramos.com 5ixmonth.xyz 5july.org
5mail.cf 5mail.ga 5minutemail.net 5oz.ru 5semail.com 5tb.in 5x25.com 5xu.vn 5y.loseyourip.com 5yaochu.top 5ymail.com
60minutemail.com 628868.xyz 636364.xyz 66-77.cc 662602718.xyz 668fmail.com 66b1it.eu.org 672643.net 675hosting.com
675hosting.net 675hosting.org 6789.io.vn 67899vip.com 681mail.com 689345.xyz 6974.click 6gdfg.zone.id 6hjgjhgkilkj.tk
6ip.us 6mail.cf 6mail.ga 6mail.ml 6n9.net 6paq.com 6somok.ru 6th.pp.ua 6url.com 6ys.tech 709183.freeddns.org
719182.accesscam.org 729406.xyz 7362354.xyz 75hosting.com 75hosting.net 75hosting.org 778891.icu 78.edu.kg 78.school
78511939.xyz 792792.xyz 794613.accesscam.org 7days-printing.com 7mail.ga 7mail.ml 7novels.com 7tags.com
7xusq8vbim5d47.icu 80665.com 80fight.cn 8127ep.com 816qs.com 83.io.vn 862808.xyz 875888.xyz 88cloud.cc 8d7kh.com
8mail.cf 8mail.ga 8mail.ml 911666.xyz 912684.abrdns.com 91tanhua.top 920325.xyz 931123.xyz 94587293.xyz 94an.com
957jp.cc 971007.xyz 981027.xyz 98104.cn 99.com 992551.xyz 99cows.com 99experts.com 99mail.us 9mail.cf 9me.site 9mot.ru
9ox.net 9q.ro a--i.top a-bc.net a-germandu.de a45.in a7996.com aa5zy64.com aaago.cyou aabkmail.com aachendate.de
aaconservation.org aakingcompany.shop aakk.link aakkmail.com aaoo.me aaqwe.ru aaqwe.store aard.org.uk aasdarq.eu.cc
aasdasd.eu.cc abacuswe.us abaib.bond abajb.bond abakiss.com abalb.bond abamb.bond abanb.bond abapb.bond abasb.bond
abatido.com abaub.bond abaxb.bond abayb.bond abazb.bond abc179312.shop abcmail.email aberllefenni.co.uk abevw.com
abilityaccesslegal.org abilitywe.us abo-free.fr.nf aboodbab.com abouse.space abovewe.us absolutewe.us abundantwe.us
abusemail.de abuser.eu abusultann.com abyis.com abyssmail.com ac-malin.fr.nf ac20mail.in academiccommunity.com
academywe.us acaic.bond acanok.com acc1s.com acc1s.net accclone.com acceleratewe.us accentwe.us acceptwe.us accis.net
acclaimwe.us accora.io.vn accordwe.us accountscenter.support accreditedwe.us acdag.indevs.in acedby.com acg-news.com
acgdb.eu.org acgn.click acgnnews.com achievementwe.us achievewe.us acidservices.xyz acornwe.us acqq.dev
acreadingroom.co.uk acrossgracealley.com acrylicwe.us actarus.infos.st activatewe.us activitywe.us acucre.com
acuitywe.us acumenwe.us ad-managment.run.place adaid.bond adaptivewe.us adaptwe.us adarsa.me adawd.bond add3000.pp.ua
addadsasd.icu addictingtrailers.com addmails.com addrin.uk adeptwe.us adfskj.com adios.email adiq.eu aditus.info
admiralwe.us adn3t.com ado888.biz adobeccepdm.com adoniswe.us ados.cc.cd adpugh.org adresse.infos.st adroh.com
ads24h.top adsd.org adsensekorea.com adubiz.info adult-work.info adv-dep-eng.jo3.org advantagewe.us
advantageyoungpeople.com advantimo.com adventurewe.us adventwe.us advisorwe.us advitise.com advocatewe.us
adwaterandstir.com aeace.bond aeale.bond aeame.bond aeape.bond aeare.bond aeaue.bond aeaxe.bond aecmedya.com
aeerso.space aegde.com aegia.net aegiscorp.net aegiswe.us aelo.es aeonpsi.com aerionx25k.io.vn aeronyx.cfd aesel.me
aetheron.cfd afalf.bond afarek.com afarf.bond afeeyah.store affecting.org affiliate-nebenjob.info affiliatedwe.us
affilikingz.de affinitywe.us affluentwe.us affordablewe.us afgpuk.co.uk afia.pro afrobacon.com afse-gh.top
aftercorporation.com afterhourswe.us afternea.sbs afw.fr.nf ag77brc.ddnsfree.com agabg.bond agallagher.id agedmail.com
agencysq.store agendawe.us agenpremium.store agentloop.sbs agger.ro agilewe.us agiuse.com agmbowie.com agorawe.us
agri4life.io.vn agtx.net agylzuv.top ahavaexperience.com aheadwe.us ahem.email ahk.jp ahmadfamily.net ahmadizhar.net
ahmedkhlef.com ahvin.com ai100999.com aiaccount.click aiapes.publicvm.com aibase.bond aiclit.asia aidesign.work.gd
aidesigner.2bd.net aifmusic.top aihubtools.space aikunkun.com ailicke.com aineapi.com aiphotoeditor.io
aiphotoenhancer.me air2token.com aircourriel.com airhemp.com airmailbox.website airsworld.net airychen.com aisub.store
aisubpro.click aisubstore.click aisupply.click aiuu.tech aiworldx.com aixnv.com aizhongzhuan.cc ajaxapp.net
ajinimoto.me ak02fca.loseyourip.com ak6lay.shop akapost.com akbip.com akerd.com akfoin.us.ci akgq701.com
akirapowered.com akjaey.space akmail.in akolay.tech akugu.com akunlama.com akunlemah.biz.id al-qaeda.us al1ya.app
alarafoundation.com albill.com albionwe.us alchemywe.us aleh.de alfaceti.com alhsalumni.org aliaswe.us aliban.org
alienware13.com aligamel.com alightmotion.cloud alightmotion.id alightmotion.top aligroup.uk alilot.com alin.cc.cd
alin.eu.cc alina-schiesser.ch alisaol.com alisongamel.com alisree.com alivance.com alivewe.us all-cats.ru
allaccesswe.us allamericanwe.us allaroundwe.us alldirectbuy.com allegiancewe.us allegrowe.us allemojikeyboard.com
allez.io.vn allfreemail.net allgoodwe.us alliancewe.us allinonewe.us allofthem.net alloutwe.us allowed.org alloywe.us
allprowe.us allreview4u.com allseasonswe.us allstarwe.us allthegoodnamesaretaken.org allumhall.co.uk allurewe.us
allwebemails.com almatips.com almiswelfare.org almondwe.us alosp.com alph.wtf alpha-web.net alphaomegawe.us
alphatronic25k.io.vn alphax.fr.nf alpinewe.us alreval.com altairwe.us altitudewe.us altmails.com altrans.fr.nf
altuswe.us aluimport.com alvaxio.com alves.fr.nf alwayss.uno ama-trade.de ama-trans.de amadeuswe.us amail.club
amail.com amail1.com amail4.me amazinggift.life amazingly.online amazon-aws.org amberwe.us ambiancewe.us ambitiouswe.us
ameady.com ameeppoossaa.dedyn.io amelabs.com americanawe.us americancivichub.com americasbestwe.us americaswe.us
amex409.monster amicuswe.us amilegit.com aminating.com amiri.net amiriindustries.com amiyah.cloud amiyiy.xyz amplewe.us
amplifiedwe.us amplifywe.us ampsylike.com anajakstore.site analogwe.us analysiswe.us analyticalwe.us analyticswe.us
analyticwe.us anappfor.com anappthat.com anarac.com anbinh.io.vn andalanglobal.app andreihusanu.ro andrewclaude.eu
andrewclaude.fr andrewclaude.org andrewclaude.store andrewcluh.top androl.cfd andthen.us angiiidayyy.click
anhiqojkaq1.abrdns.com anhvip9999.com anie.io.vn animesos.com aniross.com anit.ro ankiclub.space ann.qzz.io annd.us
annnekkk.com ano-mail.net anogz.com anon-mail.de anonbox.net anonmail.top anonmails.de anonymail.dk anonymbox.com
anonymized.org anonymousness.com anotherdomaincyka.tk anquandx.com ansibleemail.com anthony-junkmail.com anti.io.vn
antireg.com antireg.ru antispam.de antispam.fr.nf antispam24.de antispammail.de antttool.us anversa.com.co
anvjobvnu.top any.pink anyalias.com anypng.com anywebmail.com aoeuhtns.com aohl.io.vn aokkad.com aokkap.my.id
aokkas.com ap535fu.ddnsfree.com ape-tech.run.place apedesigns.jo3.org apedesigns.linkpc.net apes-ai.linkpc.net
apex.io.vn apexnovaser.com apexone.top apfelkorps.de aphlog.com apimi.icu apkmd.com apocaw.com appc.se appinventor.nl
appixie.com apple.edu.pl appmail.uk appremiums.pro apps.dj appsdjheru.site appzily.com aprinastore.web.id aprte.com
aqilakomputer.com aquaguide.ru ar26710.cc.cd arapgege.app arapps.me arcadein.com arcadium.lat arcentra.cfd ardsp.shop
arduino.hk arenahiveai.com ares.edu.pl ares.io.vn ariaz.jetzt arkoo.site armyspy.com aron.us arrabyte.com
arroisijewellery.com art-en-ligne.pro arthiq.life artleoncommunications.com artman-conception.com artsdigi.store
artsdigital.store arur01.tk arurgitu.gq arvato-community.de arxxwalls.com asajv2ray.site asaption.com aschenbrandt.net
asciibinder.net asd903102.online asdascas.dpdns.org asdasd.nl asdasd.ru asdcxijkj.eu.cc asedeeqaweds.dedyn.io asgzs.top
ashleyandrew.com ashnkarsh.life asia-hq.jo3.org asimarif.com asistx.net ask-mail.com asleepity.com asorent.com
aspireviastudios.org ass.pp.ua assurmail.net astonut.tk astroempires.info asu.mx asu.su asurad.com at.hm at0mik.org
atelierdelune.shop atkshop.shop atkshopp.space atlas4381.me atlasimple.com atmemail.top atnet.top atnetcloud.space
atnextmail.com atombomb.online attnetwork.com atxc.space au1688x.us aubady.com augmentationtechnology.com aumails.us
auralith.cfd aureliandata.space ausgefallen.info auth2fa.com auti.st autofixmax.com automisly.org automizelymail.info
automizly.net autommo.net autorobotica.com autosouvenir39.ru autotwollow.com autowb.com autoxugiare.com autre.fr.nf
autu11n.lol available-home.com avalentra.cfd averdov.com avia-tonic.fr avls.pt avq69cb.loseyourip.com avtolev.com
awa.pics awatum.de awdrt.org awesome47.com awesomesaucemail.org awgarstone.com awiki.org awoiiwowma11001.indevs.in
aws-mail-2.dynv6.net aws-mail-free-1017.dynv6.net aws-mail-free-102.dynv6.net aws-mail-free-1056.dynv6.net
aws-mail-free-1304.dynv6.net aws-mail-free-1705.dynv6.net aws-mail-free-1842.dynv6.net aws-mail-free-1884.dynv6.net
aws-mail-free-2156.dynv6.net aws-mail-free-2236.dynv6.net aws-mail-free-2290.dynv6.net aws-mail-free-2383.dynv6.net
aws-mail-free-2409.dynv6.net aws-mail-free-2454.dynv6.net aws-mail-free-2524.dynv6.net aws-mail-free-2704.dynv6.net
aws-mail-free-2737.dynv6.net aws-mail-free-2775.dynv6.net aws-mail-free-2795.dynv6.net aws-mail-free-2845.dynv6.net
aws-mail-free-2892.dynv6.net aws-mail-free-2906.dynv6.net aws-mail-free-2923.dynv6.net aws-mail-free-3038.dynv6.net
aws-mail-free-3335.dynv6.net aws-mail-free-3381.dynv6.net aws-mail-free-3620.dynv6.net aws-mail-free-3711.dynv6.net
aws-mail-free-3796.dynv6.net aws-mail-free-385.dynv6.net aws-mail-free-4014.dynv6.net aws-mail-free-4017.dynv6.net
aws-mail-free-4131.dynv6.net aws-mail-free-4206.dynv6.net aws-mail-free-4257.dynv6.net aws-mail-free-4289.dynv6.net
aws-mail-free-4531.dynv6.net aws-mail-free-4550.dynv6.net aws-mail-free-4573.dynv6.net aws-mail-free-4711.dynv6.net
aws-mail-free-4726.dynv6.net aws-mail-free-4761.dynv6.net aws-mail-free-4816.dynv6.net aws-mail-free-4885.dynv6.net
aws-mail-free-4920.dynv6.net aws-mail-free-493.dynv6.net aws-mail-free-4937.dynv6.net aws-mail-free-5119.dynv6.net
aws-mail-free-518.dynv6.net aws-mail-free-5241.dynv6.net aws-mail-free-5380.dynv6.net aws-mail-free-5392.dynv6.net
aws-mail-free-5537.dynv6.net aws-mail-free-5670.dynv6.net aws-mail-free-5781.dynv6.net aws-mail-free-5786.dynv6.net
aws-mail-free-5969.dynv6.net aws-mail-free-6032.dynv6.net aws-mail-free-6033.dynv6.net aws-mail-free-6080.dynv6.net
aws-mail-free-6120.dynv6.net aws-mail-free-6253.dynv6.net aws-mail-free-6255.dynv6.net aws-mail-free-6306.dynv6.net
aws-mail-free-6398.dynv6.net aws-mail-free-6552.dynv6.net aws-mail-free-659.dynv6.net aws-mail-free-6604.dynv6.net
aws-mail-free-6690.dynv6.net aws-mail-free-6691.dynv6.net aws-mail-free-6762.dynv6.net aws-mail-free-6826.dynv6.net
aws-mail-free-7145.dynv6.net aws-mail-free-7149.dynv6.net aws-mail-free-7153.dynv6.net aws-mail-free-7194.dynv6.net
aws-mail-free-7358.dynv6.net aws-mail-free-7477.dynv6.net aws-mail-free-764.dynv6.net aws-mail-free-7654.dynv6.net
aws-mail-free-7838.dynv6.net aws-mail-free-7849.dynv6.net aws-mail-free-788.dynv6.net aws-mail-free-7897.dynv6.net
aws-mail-free-8085.dynv6.net aws-mail-free-8091.dynv6.net aws-mail-free-8205.dynv6.net aws-mail-free-8225.dynv6.net
aws-mail-free-8467.dynv6.net aws-mail-free-8475.dynv6.net aws-mail-free-8741.dynv6.net aws-mail-free-9015.dynv6.net
aws-mail-free-916.dynv6.net aws-mail-free-9161.dynv6.net aws-mail-free-9283.dynv6.net aws-mail-free-9409.dynv6.net
aws-mail-free-9533.dynv6.net aws-mail-free-9596.dynv6.net aws-mail-free-9697.dynv6.net aws-mail-free-9703.dynv6.net
aws-mail-free-9789.dynv6.net aws-mail.accesscam.org aws-mailer.dynv6.net awsoo.com ax05.cn axax.asia axgrad.io
axin05.icu axionintellex.shop axiz.org axon7zte.com axsup.net ayag.cloud ayakamail.cf ayumas.store az18nep.camdvr.org
azame.pw azazazatashkent.tk azcomputerworks.com azeqsd.fr.nf azmeil.tk azulejoslowcost.es azuretechtalk.net azurien.cfd
azzancoffee.com b0h748o.kozow.com b1of96u.com b1tvjn3.loseyourip.com b20nn6.cn b2bx.net b2cmail.de
b3j72kr.theworkpc.com b7s.ru babyeat.food babyfun.fun back67283.eu.cc back7654.eu.cc backilnge.com bacteroidmail.com
badgerland.eu badoop.com badopsec.lol badpotato.tk baechecker.com bahlill.cfd baicai1145.online baicai1145.shop
baidoxe.com baileybridge.org baipiaodashen.cloud-ip.cc baiyucraft.sbs baizoto.shop bakalos.dpdns.org bakultelo.com
balaket.com balawo.com banana.linkpc.net banancaocap.com banclone.pro bandtoo.com bangban.uk bangdieukhien.net
banhang14.com banit.club banit.me bank-opros1.ru bankinnepal.com banri.xyz bar-ton.store bareed.ws barnrestaurant.pro
barooko.com barry.dpdns.org barryogorman.com bartdevos.be baselogicroute.com basepathgrid.com baserda.net
bashyrcn.yachts basketrise.com basscode.org batdongsanhatinh.org bathdf.co.uk batiinsaat.net bauwerke-online.com
baybabes.com baybumutan.shop bazaaboom.com bb28.dev bbbbyyzz.info bbhost.us bbitf.com bbitj.com bbitq.com bbmail.store
bbmailku.com bboys.fr.nf bbroot.com bbwg.one bbxb.fashion bbyb.fashion bcaoo.com bcast.ws bcb.ro bccto.me bcm.edu.pl
bcmail.pro bcooq.com bda.io.vn bdgstr.com bdm.ovh bdmuzic.pw bdo.io.vn bdq8.pw bdshar.com beaconmessenger.com
bearsarefuzzy.com beastmail.space beatbok.online beautifulblessingsbeyondborders.org bebed.cyou bebel.cyou beben.cyou
bebez.cyou beddly.com beefmilk.com beelsil.com beganment.com begemail.com begfax1.loseyourip.com behatifoundation.org
bekasi.me belamail.org belgianairways.com belicapcut.app belljonestax.com beluckygame.com benipaula.org benphim.com
benphim.net benshelf.com bepureme.com beribase.ru beribaza.ru berirabotay.ru berkahfb.com berkahjayashope.com
berwie.com bespokehaircare.co.uk best-hosting.biz best-john-boats.com best-temp-mail.com best-vpn.xyz
bestchoiceusedcar.com bestlistbase.com bestoption25.club bestparadize.com bestsoundeffects.com besttempmail.com
beta.edu.pl betacinder.com betatensor.com betr.co betteryoutime.com beyondreasonabledoubt.co.uk bflcafe.com bgtmail.com
bgx.ro bgyiacczy.top bhana.xyz bhap.me bheps.com bhuxp.org bidourlnks.com big1.us bigmail.lol bigprofessor.so
bigstring.com bigwhoop.co.za bij.pl bilingva-ca.store bin-ich.com binafex.com binancepools.cloud binbx.net binech.com
binich.com binka.me binkmail.com binnary.com binsh.kro.kr bio-muesli.info bio-muesli.net biojuris.com bione.co
bipochub.com birminghamlife.org.uk bishwanathuk.cc bitmah.com bitmens.com bitrealm.in bittnex.com bitwhites.top
bitymails.us biubiuwholeworld.cn biweia615.icu biyug.com biz.st bizimalem-support.de bizisstance.com bjorwi.rest
bjvc.top blackgoldagency.ru blackmarket.to bladesmail.net blakeagency.buzz blenched.com blendlog.com blenro.com
bletilla.cc bletsoetownclosecharity.bio blip.ch blip.ovh blnkt.net blobapps.com block-this-for-gambling.cloud-ip.cc
block521.com blog3.cc.cd blogger.nyc.mn blogmyway.org blogos.net blogspam.ro blogtricks.de blondemorkin.com
blondmail.com bltiwd.com bluedumpling.info bluewerks.com bmoar.com bncinema.com bnote.com bnrlner.shop bnyhr.us
boatmail.us bobgf.ru bobgf.store bobmail.info bobmurchison.com bocas.tech boerakemail.com bofthew.com bokgumail.kr
bomnet.net bonobo.email boofx.com bookgame.org bookthemmore.com boom.publicvm.com boom114.ccwu.cc boommail.online
boostme.es bootssl.com bootybay.de boranora.com bored.lol borged.com borged.net borged.org bosakun.com boscharena.dev
bot.cd bot.nu botasky.eu.cc botgetlink.com botgetlink.net botnet.my.id boukshilf.com boun.cr bouncr.com bowlfuel.com
box-mail.ru box-mail.store boxem.ru boxem.store boxfi.uk boxformail.in boximail.com boxlet.ru boxlet.store boxmach.com
boxmail.lol boxmail1.com boxomail.live boxtemp.com.br boyaga.com bpotogo.com bptfp.net bradingtowntrust.co.uk
brand-app.biz brandallday.net brashbeat.online brasx.org brazbuzii.online breaite.com breakthru.com brefmail.com
brennendesreich.de brevionix.cfd brevitron.cfd bridgetonmainstreet.org briefalpha.org briggsmarcus.com
brightfuturescharity.org.uk bristolstatehousefoundation.org brivian.link broadbandninja.com brodipek.xyz brokenion.com
brothershaircut.com brownjasen.ccwu.cc bsfh.beer bskyx.fun bsnow.net bspamfree.org bspooky.com bst-72.com btb-notes.com
btc.email btcmail.pw btcmod.com btizet.pl btsblock.com btthyto.org buccalmassage.ru budaya-tionghoa.com
budayationghoa.com buddyfly.top buffemail.com bugfoo.com bugmenever.com bugmenot.com buhf95r.ddnsfree.com
bukanimers.com bukatv8.com bukhariansiddur.com bulapolo.site bulrushpress.com bultoc.com bum.net bumail.site
bumpymail.com bunchofidiots.com bund.us bundes-li.ga bunmail.one bunnyhub.space bunsenhoneydew.com burangir.com
burnermail.bond burnermail.cyou burnthespam.info burry.eu.org burstmail.info busd-mmjd3.wiki business-degree.live
businessbackend.com businesssuccessislifesuccess.com buspad.org bussinesa.app bussitussi.com busyaz.tech
butteiumien.io.vn buy-blog.com buyapp.foo buymoreplays.com buyordie.info buyreview.us buyusdomain.com
buyusedlibrarybooks.org buzzcluby.com buzzcut.ws bwm.de5.net bwmyga.com bx52ff4a.shop byagu.com byconf.com
byebyemail.com byespm.com byiepsxqu.top byjkprh.top byom.de bytedigi.com bytonf.com bznrehk.giize.com bzvrxf8.ooguy.com
c-eric.fr.nf c-newstv.ru c-pkk.icu c-tta.top c14.mobi c1ph3r.xyz c28.mobi c4.fr c4pro.uk c51vsgq.com caainpt.com
cabiste.fr.nf cachedot.net cade.org.uk cafesui.com caftee.com caigq.qzz.io caldrexa.cfd calendro.fr.nf
california.edu.pl californiafitnessdeals.com calima.asso.st calmriver.info calvarystreetisa.org cam4you.cc cameltok.com
camera47.net cameraity.com camping-grill.info cancer-treatment.xyz candassociates.com candymail.de cane.pw canfga.org
cangcud.com cangcutku.pro cantozil.com canvect.com caowo.online capct.id capcud.shop capcut.digital capcut.sbs
capcut.space capcut02.shop capcutku.io capcutmeflo.shop capcutmm.shop capcutpro.click capcutpro.dev capcvt.es
capitalistdilemma.com caprasolver.xyz captus.cyou caqcut.top car101.pro carbtc.net care-breath.com caregradeguard.com
carpin.org cars2.club carsencyclopedia.com cartelera.org caseedu.tk cashflow35.co cashflow35.com casterview.xyz
casualdx.com catfie.app catgroup.uk catsredeem.com catterickgarrisonfootballcentre.uk cauterize.top cavi.mx caye.org.uk
cazlg.com cbair.com cbasosbr.top cbdol.mx cbes.net cbsbada.com cbty.ru cbty.store cbvl.co.uk cc17.name.ng cc18.name.ng
cc3.name.ng cc6.name.ng cc8c1bd6.abrdns.com ccimran.buzz cckuy.com ccm8klz.camdvr.org ccmail.uk ccqu.top ccsuncare.com
cctc.fashion cctoolz.com ccwc.fashion ccxiao.cn cczc.fashion cdfaq.com cdlpvt3.mywire.org cdnmia.com cdnripple.com
cdpa.cc cdxugmy.top ceed.se cek.pm cellurl.com cengrop.com centermail.com centermail.net certexx.fr.nf
certificenter.com certve.com cetpass.com cfo2go.ro cg0gcab.mywire.org cggup.com ch.ma chacuo.net chahcyrans.com
chaichuang.com chaineor.com chalupaurybnicku.cz chamconnho.com chammy.info chanceforfuture.org chansd.com
chantellegribbon.com chaocosen.com chapsmail.com charityrcao.org.uk charl.us chasefreedomactivate.com chatclaude.top
chatgptmail.shop chatgptuk.pp.ua chatgtporg.eu.cc chatich.com chatworkstation.com chaublog.com chauhuy.click
chauhuy.io.vn chauhuy.online chauhuy.site chautuyen.click chautuyen.io.vn chautuyen.online cheaphub.net cheapmori.store
cheatmail.de chefalicious.com cheminsdevie.ink chenbot.email chenbufan.top chessgameland.com chessgamingworld.com
chestcloudx.com chewydonut.com chibakenma.ml chickenkiller.com chielo.com childrenth.com childsavetrust.org chilkat.com
chillart.org chilloliandfii.space chinamkm.com chingchongme.site chithinh.com chitthi.in choco.la chogmail.com
choicemail1.com choichay.com choigi.com chomolokko.shop choner.cn choner.shop chong-mail.com chong-mail.net
chong-mail.org chongqilai.cc chophim.com chosenx.com chotgo.com chromentis.cfd chsi.christmas chuan.info
chumpstakingdumps.com chundage.help chupanhcuoidep.com churchestate.org.uk churchhousemanaton.co.uk
churchinsouthampton.org.uk cigar-auctions.com cihai.eu.cc cihaifhqo.eu.cc cihuy.net cimario.com cipcup.site citmo.net
civikli.com civx.org cj4fj2a.camdvr.org cjdeyuiw.eu.cc ckaazaza.tk cketrust.org ckiso.com ckvn.edu.vn cl-cl.org
cl0ne.net claimab.com clandest.in classesmail.com classio.click claudd.com claverfield.org cleaninbox.dynv6.net
clearbeam.pro clearhabitpath.com clearwatermail.info clfapqg.theworkpc.com click-email.com clickcore99.click
clickdeal.co clipmail.eu clixser.com clockemail.com clone21.io.vn cloneemail.com clonehv.com clonekhoe.com
clonemailsieure.com clonemoi.tk clonenpa.com clonere.net clonetrust.com cloud-mail.top cloud-temp.com cloudflare.gay
cloudgen.world cloudgue.site cloudsign.in cloudtempmail.net cloudwhitespace.cc.cd cloudwhitezone.cc.cd
cloudyourfast.net clousy.site clout.wiki clowmail.com clrmail.com club106.org.uk clx0vq5.kozow.com clyvantis.cfd
cmail.blog cmail.club cmail.com cmail.net cmail.org cmbl.top cmcc.indevs.in cmdkl.com cmhvzylmfc.com cnamed.com
cndps.com cnebw.eu.cc cneemail.com cnew.ir cnieux.com cnmsg.net cnoilpress.com cnsds.de co.cc coasah.com cobal.infos.st
cobarekyo1.ml cocoro.uk cocovpn.com code-gmail.com codeandscotch.com codeguard.net codei.site coderdir.com
codestar.site codesuc.top codexrip.vip coding.ccwu.cc codinggo.cn codivide.com codywon.top coffeeazzan.com
coffeejadore.com coffeetimer24.com cogsapb.ddnsfree.com coieo.com coin-host.net coinlink.club cok.org.uk colabeta.com
colaname.com coldemail.info collegewh.edu.pl colorcastmail.com colurmish.com cometclear.com comfythings.com
compareshippingrates.org completegolfswing.com compressjpg.io comwest.de comyze.org concu.net conf.work confmin.com
congacone312.shop congnguyen.io.vn connected.linkpc.net connectifyhub.sbs connho.com connho.net consumerriot.com
contaco.org contact.infos.st contactbox.work contactpage.online contbay.com convergenceindia.co.in coocuuu.food
cood.food cooh-2.site cookie007.fr.nf coolandwacky.us coolimpool.org cooljump.org copyhome.win coralhost.my
corbyrise.com coreclip.com corhash.net cornwallaerospaceeducationtrust.org corridor.bond cosdas.com cosmorph.com
cosoinan.com cosycritters.co.uk cotasen.com cotigz.com courriel.fr.nf courrieltemporaire.com cousinment.com
covisuki.icu coza.ro cozilla.pw cpc.cx cqwbn.com crankhole.com crapmail.org crastination.de craventry.cfd
crazespaces.pw crazymailing.com crczrsxls.top cream.pink creative.publicvm.com credit-loans.xyz crepeau12.com
cresvyn.cfd creteanu.com crgjw3a.giize.com cringemonster.com crogra.org cross-law.ga cross-law.gq cross.edu.pl
crossmailjet.com crossroadsmail.com crunchcompass.com cruncoau.asia crusthost.com crybio.com cryptoavalonsolhub.cloud
cryptogmail.com cs.email csapi.dpdns.org csh.ro cslua.com cspaus.com cszbl.com ctmailing.us ctos.ch cttnoot.us cu.cc
cuahangvppn.shop cuaks.fun cubene.com cubiclink.com cucadas.com cuendita.com cuirushi.org cumnnm.us.ci cunan.store
cuoly.com cuongaquarium.com cupbest.com curlhph.tk currentmail.com curryworld.de cursor13402.xyz cuscuscuspen.life
cust.in cutefrogs.xyz cutevi.us cutout.club cutradition.com cutsup.com cuvox.de cuvrs.info cwetg.co.uk cxbl.top
cxioms.help cxwet.com cyber-innovation.club cyber-phone.eu cyberionexus.shop cybertemp.cfd cybertemp.xyz cycinst.com
cyclelove.cc cyjd.top cykr.beer cylab.org cyln.beer cypi.fr czx.one d1yun.com d3p.dk d4ngerssquy.info
d8tiya6.camdvr.org daabox.com dab.ro dacoolest.com dadaolibai.eu.cc daemonixgames.com daemsteam.com daerdy.com
dahewushi.eu.cc daibb.us daibond.info daily-email.com dailynove.com dailynutria.com daimuedu.com daintly.com dakaka.org
dalanshu.org damai.webcam dammexe.net damnthespam.com damowang.eu.cc dandikmail.com dann.mywire.org dantriviet.shop
dao.pp.ua daouse.com dapdigital.site dapurx.me dardr.com darkharvestfilms.com darkserver.ru daryxfox.net
dasdasdascyka.tk dash-pads.com dataarca.com datadudi.com datapinacle.com datarca.com datazo.ca datenschutz.ru
datgemini.io.vn datprovn.io.vn datprovnn.io.vn datum2.com daugr.com dautubds.io.vn davidkoh.net davidlcreative.com
davidtrix.biz dawin.com dawnwick.org dawsoncountygunclub.org dawushihe.eu.cc dawushihehe.eu.cc dayizhan.top
daymail.life daymailonline.com dayrep.com dbmail.one dboso.com dbunker.com dcctb.com dcemail.com dcpa.net dd2car.com
ddat0511.click ddcrew.com ddfd.fashion ddsdg34.abrdns.com de-a.org dea-21olympic.com deadaddress.com deadchildren.org
deadfake.cf deadfake.ga deadfake.ml deadfake.tk deadspam.com deagot.com deajeng.store dealja.com deallabs.org
dealrek.com deapad.com debitur.cam decep.com decodewp.com decornido.com dede.infos.st deekayen.us deenur.com
deepconverts.com deepmails.org deepmaster.fun deepneko.xyz deepyinc.com defomail.com degap.fr.nf degar.xyz
degradedfun.net dehaopay.com deinbox.com deisgn-ai.work.gd delaeb.com delayload.com delayload.net delikkt.de
delivrmail.com delorex.com deltajohnsons.com deluxmail.com delvionis.cfd demen.ml dengekibunko.ga dengekibunko.gq
dengekibunko.ml denipl.com denipl.net dentaguardmouthguard.com deornaumail.com depdocla.net der-kombi.de derkombi.de
derluxuswagen.de desertsundesigns.com desfrenes.fr.nf deshnetarchadacalculator.one designhta.work.gd desmond.eu.cc
desoz.com despam.it despammed.com dev-null.cf dev-null.ga dev-null.gq dev-null.ml dev17.tech devbike.com
developermail.com developtool.app devh24.online devnullmail.com devsonline.studio devthien.io.vn deyom.com
dfghjertyh.dynv6.net dfyuih.eu.cc dgdf.cc dghdfjfd.eu.cc dh372.top dharmatel.net dheiwuy.eu.cc dhm.ro dhnow.com
dhoahn.eu.cc dhy.cc dialogus.com diapaulpainting.com dichvuxe24h.com dicopto.com diddyricky.com diddyricky.fr
diddyricky.info diddyricky.store diemhenvn.com digdig.org digi-value.fr digial.jo3.org digibeast.my digibeast.store
digimaster.bond digimaster.eu.cc diginey.com digital-message.com digitaldesign.run.place digitalesbusiness.info
digitalmail.info digitalmariachis.com digitalsanctuary.com digitecy.live dildoe.cfd dildosfromspace.com dim-coin.com
dimalk.com dingbone.com dinlaan.site dino.icu diolang.com diplom-voronesh.ru directmail24.net dis.hopto.org disaq.com
disbox.net disbox.org discard.cf discard.email discard.ga discard.gq discard.ml discard.tk discardmail.com
discardmail.de discos4.com dishcatfish.com disign-concept.eu disign-revelation.com dispo.in dispomail.eu
disposable-e.ml disposable-email.ml disposable.cf disposable.ga disposable.ml disposable.site disposableaddress.com
disposableemailaddresses.com disposableinbox.com disposablemails.com dispose.it disposeamail.com disposely.xyz
disposemail.com disposemymail.com disposly.com dispostable.com divad.ga divermail.com divismail.ru diwaq.com dixz.net
diyongjin.net dizigg.com djiv.xyz djwekih.eu.cc dkz.opik.net dldweb.info dlemail.ru dmail.one dmarc.ro dmcelements.org
dmts.fr.nf dmxs8.com dndent.com dnkah.eu.cc dns.army dns.navy dnsclick.com dnses.ro dnslog.tech doanart.com
doantotnghiep.com dob.jp docash.app docbao7.com docse.site dodgeit.com dodgemail.de dodgit.com dodgit.org dodsi.com
dogai.qzz.io dogclothing.org dogking.dpdns.org dogmrp.com dohoanganh.site doiea.com doj.one dolofan.com dolphinnet.net
domforfb1.tk domforfb18.tk domforfb19.tk domforfb2.tk domforfb23.tk domforfb27.tk domforfb29.tk domforfb3.tk
domforfb4.tk domforfb5.tk domforfb6.tk domforfb7.tk domforfb8.tk domforfb9.tk domozmail.com don.edu.pl dona.one dona.pw
dona.rip donebyngle.com donemail.my.id donemail.ru dongqing365.com donkicode.top dontreg.com dontsendmespam.de
dontsleep404.com donusumekatil.com doobb.com doojazz.com doquier.tk doreact.com dorothyfoundation.org doszo.qzz.io
dotapodemail.com dotman.de dotmsg.com dotool8.top dotos.dev dotslashrage.com dotvu.net dotzi.net doublemail.de
douchelounge.com doudizhu.top doulas.org downloadigpost.com downloadvideoig.app dozvon-spb.ru dp76.com dpfrufiwo.top
dpmstore.id.vn dpmurt.my dpptd.com dprasu.sbs dr69.site dramamixio.icu draughtier.com drdrb.com drdrb.net
dreamadventure.org dreamclarify.org dreameg.com dreamgreen.fr.nf dred.ru drevo.si drewzen.com driftz.net drimex.cfd
dripzgaming.com drivetagdev.com drivz.net drmail.in droggo.engineer droolingfanboy.de dropcake.de dropinboxes.com
dropjar.com droplar.com dropmail.me dropons.com dropsin.net drovantis.cfd drovenix.cfd drowblock.com drugsellers.com
druzik.pp.ua dsfsfdsfds.shop dsgvo.party dsgvo.ru dshfjdafd.cloud dshznonline.cc dsiay.com dsitip.com
dspwebservices.com dswe-56f.xyz dtvpn.dpdns.org duam.net dubokutv.com duck2.club duckyoursick.com ducpham.id.vn
dudmail.com dugmail.com duidir.com duk33.com dukedish.com dukunmodern.id dulich360.com dulich84.com dulichdatlanh.com
dulichdatlanh.vn dulieu.io.vn dumalu.com dumbass.nl dump-email.info dumpandjunk.com dumpmail.de dumpyemail.com
dunamispfm.org dunkos.xyz durandinterstellar.com duskmail.com dusrui.com dustinry.com duvips.com duya25446.top
duyquyen.site dv2.host dvaren.online dvdpit.com dwarfmining.com dwiworka.pro dwse.edu.pl dwseal.com dyceroprojects.com
dyclsr.xyz dyebkj.eu.cc dyera.studio dyfgiavcrw.eu.cc dygovil.com dymarent.cfd dynarix.cfd dz17.net dzntn.io.vn
dztyhd.cn e-mail.com e-mail.org e-marketstore.ru e-pool.co.uk e-pool.uk e-postkasten.de e-record.com e-tomarigi.com
e3z.de e4ward.com e6hoohs.camdvr.org eacademia.uk ealea.fr.nf eanok.com eartin.net ease.es eastcombe.org
easy-trash-mail.com easygbd.com easyhomefit.com easymailer.live easymails.cc easynetwork.info easytrashmail.com
eatmea2z.club eay.jp ebar.site ebbob.com ebeschlussbuch.de eby9h2m.giize.com ecallheandi.com eckpcin.giize.com
ecolo-online.fr ecoverseworld.com ecstor.com edankeunwe.site edgepodlab.com edgetopgrid.com edgex.ru
edinburgh-airporthotels.com edmondventures.com edny.net edshol.net edu-qin.ccwu.cc education.nyc.mn edudingy.cfd
eduip.eu.org edumail.edu.pl edumail.edu.rs edumaili.com edumaili.edu.pl edumaill.edu.pl edupolska.edu.pl edv.to ee1.pl
ee2.pl eeedv.de eelmail.com eelraodo.com eemail.eu.cc een4dnt.ooguy.com eewmaop.com efdsdsdw.cloud-ip.cc effobe.com
efxs.ca egg5233.com egg5233.one eggbanjos.org eggso.click eggsuwz.ooguy.com eggur.com egirl.help egvoo.com egzones.com
einmalmail.de einrot.com einrot.de eintagsmail.de einzieg.site eiveg.com ekot.xyz elafans.com eldobhato-level.hu
elearningjournal.org electro.mn electrochillplanet.com electrolabx.com elerso.com eligou.store elitepixels.store
elitevipatlantamodels.com elixora.cfd eljawir.com elki-mkzn.ru elobits.com elondonteam.work.gd elpisproject.org
elumetra.cfd elygifts.com emaii.io.vn email-68.com email-fake.cf email-fake.com email-fake.ga email-fake.gq
email-fake.ml email-fake.tk email-free.online email-jetable.fr email-lab.com email-temp.com email.edu.pl email.net
email1.pro email10p.org email60.com email84.com emailabox.pro emailage.cf emailage.ga emailage.gq emailage.ml
emailage.tk emailaoa.pro emailasia1.com emailate.com emailawb.pro emailax.pro emailbbox.pro emailbin.net emailboxer.one
emailcbox.pro emailcoffeehouse.com emailcu.icu emaildark.fr.nf emaildbox.pro emaildienst.de emaildrop.io emailfake.com
emailfake.ml emailforyou.info emailfoxi.pro emailfreedom.ml emailgen.uk emailgenerator.de emailgo.de emailgratisan.fun
emailhook.site emailias.com emailigo.de emailinbo.live emailinfive.com emailisvalid.com emailjps.com emailkp.com
emaillime.com emailluu.asia emailmiser.com emailmuaqat.shop emailna.co emailnator.com emailnax.com emailnow.net
emailnow.one emailo.pro emailondeck.com emailplay.org emailportal.info emailproxsy.com emailracc.com emailresort.com
emailrod.com emails.ga emailsecurer.com emailsensei.com emailsingularity.net emailspam.cf emailspam.ga emailspam.gq
emailspam.ml emailspam.tk emailsy.info emailtech.info emailtemporanea.com emailtemporanea.net emailtemporar.ro
emailtemporario.com.br emailthe.net emailtik.com emailtmp.com emailto.de emailuae.com emailure.net emailvb.pro
emailviet.com emailwarden.com emailwww.pro emailxfer.com emaily.pro emailz.cf emailz.ga emailz.gq emailz.ml emalupe.com
emaxasp.com embege.xyz embekhoe.com emeil.in emeil.ir emeraldwebmail.com emergencymail.site emergentvillage.org
emkei.cf emkei.ga emkei.gq emkei.ml emkei.tk eml.pp.ua emlhot.com emlhub.com emlpro.com emltmp.com emocan.name.tr
empireanime.ga empva.io.vn empva1.com empva1.io.vn empva11.com empva11.io.vn emstjzh.com emz.net emziegz.com enayu.com
end.tw endingimpunity.com endob.com enitempmail.xyz enotj.com enspinner.com enterto.com envy17.com eoffice.top
eoopy.com eosada.com eoslux.com eoutrbl.com ep77.com epaco9t.loseyourip.com epb.ro epbox.ru epbox.store epetsoft.com
ephemail.net ephemeral.email eposta.buzz eposta.work epostal.ru epostal.store epsteinisland.click epurcf.org
eqiluxspam.ga equivara.cfd erahods.com ereplyzy.com ericjohnson.ml eripo.net ernestturcotte.us ero-tube.org erth.nl
esadverse.com esbano-ru.ru esc.la escapehatchapp.com esemay.com esgeneri.com eshimod.com esiix.com esprity.com
estate-invest.fr esterace.com estrowebservices.com etempmail.net etenx.com eth2btc.info ether123.net ethereum1.top
ethersports.org ethersportz.info etickethelpdesk.net etics.us etotvibor.ru etquakemultimedia.com etramay.com
etranquil.com etranquil.net etranquil.org etubemail.com etzg.de5.net euaqa.com euleina.com eulercraft.com
euroallsports.org.uk eurokool.com euucn.com evairo.fun evairo.web.id evanfox.info eve.dpdns.org eveav.com
evilcomputer.com evilgodshop.uk evnft.com evomiserver.com evontra.cfd evopo.com evusd.com evvgo.com evyush.com
ewebrus.com exahut.com examcentral.co.uk examstudy.xyz exbts.com exclussi.com exdonuts.com exelica.com exespay.com
exhaycle.com exile.my.id existiert.net exitbit.com exitstageleft.net exkucn.ccwu.cc exmab.com expiredtoaster.org
explodemail.com expltain.com express.net.ua extracurricularsociety.com extraku.com extraku.net extraku.shop
extremail.ru extrset.com exweme.com exzork.sbs ey-hungry.top eycfhb.com eyee.eu.cc eyepaste.com eynlong.com ez.lv
ezai.chat ezehe.com ezfill.com ezimb.com ezonemail.com ezstest.com ezua.com ezztt.com f1b.email f1b.vn f2b.click
f2b.email f2b.info f2b.site f2b.tech f2b.tokyo f2b.vn f2c.email f2c.host f2c.me f2c.mobi f2c.press f2d.click f2d.info
f2d.life f2d.pro f2e.click f2e.email f2e.pro f2e.pw f2e.world f2f.email f2f.pw f3p.io.vn f4k.es f4wxmpu.kozow.com
f5p0y90.ooguy.com f5v7u9a.ddnsfree.com f6z6ica.camdvr.org fabaos.com facebook-email.cf facebook-email.ga
facebook-email.ml facebookmail.gq facebookmail.ml facemac.website fackme.gq fadingemail.com fadsfdsfaa.indevs.in
faecesmail.me fafa.beer fag.wf failbone.com faithkills.com faizasoft.com fake-box.com fake-email.pp.ua fake-mail.cf
fake-mail.ga fake-mail.ml fakedemail.com fakeinbox.cf fakeinbox.com fakeinbox.ga fakeinbox.info fakeinbox.ml
fakeinbox.tk fakeinformation.com fakemail.fr fakemail.io fakemail.net fakemailgenerator.com fakemailz.com
falconryadventurecentreofeducation.com fallinhay.com famamail.com fammix.com fanclub.pm fandoe.com fangoh.com
fangxiaobai.us.ci fangxiaobai1.us.ci fanicle.com fansworldwide.de fantastu.com fantasy139.icu fantasymail.de
fantatua.com fanymail.com fanzher.com farah.rip farouter.tech farrse.co.uk fasl4kas3.site fasssd.ru fasssd.store
fast-email.info fast-mail.fr fastacura.com fastchevy.com fastchrysler.com fasternet.biz fastestflex.com fastinbox.one
fastkawasaki.com fastmail.edu.pl fastmazda.com fastmitsubishi.com fastnissan.com fastnodo.click fastsearcher.com
fastsubaru.com fastsuzuki.com fasttoyota.com fastyamaha.com fatebd.com fatflap.com faxico.com faxzu.com faybetsy.com
fazka.ovh fbb.cool fbb.id.vn fbb.io.vn fbb.kim fbb.linkpc.net fbb.lu fbb.vn fbfbs.lol fbhotro.com fbi.one
fbins001mail.com fbins607.com fbkjlnry.top fblgsl.cam fbma.tk fboxmail.com fbviamail.com fcetpkqwm.top fddns.ml
fdfdsfds.com fdfggh-df5.cc fdger88.cc fdhsui.eu.cc fdmail.top fdpbnzx.cn fdsgsd.org fdsregre.shop fdvctte.info
featcore.com fedayroi.online feelmyheartwithsong.com femailtor.com fengzheng.qzz.io fenzhuai.top fer-gabon.org
feralrex.com ferd.live ferdomnermail.com feriwor.com fermaxxi.ru ferngrove.org feroxid.com fettometern.com fexbox.org
fexbox.ru fexpost.com fextemp.com ffps.fun fft.edu.do ffyf.fashion fgmail.cyou fgtygcop.store fhoau.eu.cc fhpfhp.fr.nf
fhwui.eu.cc fhwyuoia.eu.cc fiallaspares.com fibmail.com ficken.de fictionsite.com fidhost.com fightallspam.com
fighthunger.co.uk fightingzebras.org figjs.com figshot.com figurescoin.com fiifke.de filbert4u.com filberts4u.com
file2drive.com filetodrive.com film-blog.biz filmla.org filzmail.com finacenter.com findemail.info findids.net
findize.com findmeghana.org findu.pl finews.biz fingso.com finsmine.info fir.hk fira.my firemail.com.br
firemailbox.club firerocket.site firstaidtrainingschool.co.uk firstlawyer.org fisdom.vip fitbloomlab.com
fitnesrezink.ru fivemail.de fivermail.com fixmail.tk fizmail.com fj7v67f.camdvr.org fkainc.com fknm8.mobi flaimenet.ir
flameoflovedegree.com flashemail.site flatimostore.cloud flavourity.com flayeraaron.eu.cc flayerhu.eu.cc fleckens.hu
flemail.ru flews.app flexvio.com fliegender.fish flobo.fr.nf flock84.uk florevia.cfd flosek.com flowconnect.beer
flowu.com flu.cc fluidsoft.us flurred.com fly-ts.de flyhubs.top flyinggeek.net flymail.tk flyovertrees.com flyspam.com
flywaverun.com flyzy.net fmuss.com fncp.ru fncp.store fog.one foobarbot.net footard.com foothilltoy.site for4u.net
forapps.space forbmmend.com foreastate.com forecastertests.com foreskin.cf foreskin.ga foreskin.gq foreskin.ml
foreskin.tk forexnews.bg forexru.com forexzig.com forge45k.io.vn forgetmail.com forgetmenotstudio.org.uk formodapk.com
fornow.eu forregmail.asia forregmail.xyz forspam.net forum.nyc.mn forward.cat fosil.pro foxja.com foxnew.info
foxtrotter.info fpgrabber.com fpt-student-support.store fr.cr fr33mail.info fragolina2.tk frankhealeyfoundation.org
frapmail.com frappina.tk frederictonlawyer.com free-email.cf free-email.ga free-temp-mail.eu.org free-temp.net
freebabysittercam.com freeblackbootytube.com freecat.net freecustom.email freedom4you.info freedomcentremereside.org
freedompop.us freedrops.org freefattymovies.com freegrok.cc.cd freehotmail.net freeimagehosts.org freeimghost.org
freeinbox.email freelance-france.eu freeletter.me freemail.ms freemails.cf freemails.ga freemails.ml freemails.pp.ua
freemeil.ga freemeil.gq freemeil.ml freeml.net freeplumpervideos.com freerubli.ru freeschoolgirlvids.com
freesistercam.com freesourcecodes.com freeteenbums.com freetimer.online freundin.ru friday12.store friendlymail.co.uk
friendsofbram.com frive.site frm.ovh front14.org frostmail.fr.nf frostypeak.info fruitservice.xyz frwdmail.com frza.me
fsercure.online fsitip.com fsotl.icu fthcapital.com ftp.sh ftpinc.ca fuckedupload.com fuckingduh.com fucklinuxdo.com
fuckme69.club fuckneo.org fucknloveme.top fuckxxme.top fudgerub.com fudier.com fuirio.com fuk996.icu fukaru.com
fukurou.ch fullangle.org fulvie.com fumemail.com fun4k.com fun64.com fundapk.com fundproceed.com funnycodesnippets.com
funnyfail.app funnylolcap.com funnylolcap.fr funnylolcap.org funnylolcap.store funnymail.abrdns.com funnymail.de
funteka.com furzauflunge.de fusioninbox.com futcost.online futcost.ru futuramind.com fuvk.ru fuvk.store fuwa.be fuwa.li
fuwamofu.com fuwari.be fux0ringduh.com fviadropinbox.com fviainboxes.com fviamail.com fviamail.work
fvz7wvh.ddnsfree.com fxavaj.com fxnxs.com fxt.ink fxtubes.com fxxf.beer fxzig.com fyawmtu.camdvr.org fycloud.online
fyeiwh.eu.cc fyii.de fynix.sbs fyronex.cfd g-mail.biz.id g-mail.kr g0pg02x.theworkpc.com g14l71lb.com g1xmail.top
g2xmail.top g3xmail.top g4hdrop.us g947lzu.kozow.com gacharevenue.cc gafy.net gagcalculator.me gage.ga gailiuzi.icu
gakhum.com galaxim.fr.nf galaxy.tv galebird.cc.cd gally.jp gamadaiz.shop gamail.top gamapa.asia gamebcs.com
gamegregious.com gamen.me gamepec.com gamerai.shop gamerai.space gamerai.website gamgling.com gandobaba.bond
ganlin.shop garasikita.pw garbagecollector.org garbagemail.org gardenscape.ca gardu.codes garizo.com garliclife.com
garod1.xyz garrymccooey.com gashoainam.io.vn gassmail.com gasuda.com gav0.com gavrom.com gawab.com gaxetovemail.com
gbcmail.win gblw.site gbmail.top gcmail.top gcpfas.shop gcpmakerds.cyou gcpowner.online gcpripon.space gcpriponteam.xyz
gcptoday.xyz gdcrm.store gddp2018.edu.vn gdfgergrer.online gdmail.top gdqoe.net gdxs.cc.cd gear3.pro
gebrauchtwarencenter.com gedmail.win geekforex.com geeksun.us.ci geew.ru gehensiemirnichtaufdensack.de
geldwaschmaschine.de gelitik.in gemapan.com gemipro1.store gemmarosefoundation.co.uk gemniultra.me gendeng.indevs.in
genderfuck.net generator.email generator1email.com gentleinfopath.com genzmaile.com genzotp.com genztrang.com
geometrics.icu georgefletcher.org.uk georgeheddon.co.uk geronra.com gerv.app geschent.biz get-mail.cf get-mail.ga
get-mail.ml get-mail.tk get.pp.ua get1mail.com get2mail.fr getai-hub.com getairmail.cf getairmail.com getairmail.ga
getairmail.gq getairmail.ml getairmail.tk getasail.com getbloomdata.com getbox89.xyz geteit.com getemail.space
getfun.men getgptcode.com getmail.my.id getmail1.com getmailfree.cc getmails.eu getmails.top getmule.com getnada.cc
getnada.com getnowtoday.cf getol.pro getonemail.com getonemail.net getotp.fun getover.de getsimpleemail.com gett.icu
gewalusitest1.cloud-ip.cc gexik.com gghjnvgfyjhk.top ggmal.ml ggoop69.kozow.com ggrainn.com ggu6ctm.ooguy.com
ggvendas.store ggvk.ru ggvk.store ggxg.fashion ggxhunter.com ghfnhcf.xyz ghk55.us gholar.com ghosttexter.de ghvv.click
gi-mel.web.id giacmosuaviet.info giaiphapmuasam.com giantmail.de giare.fun gifto12.com gimbmail.com gimme-cooki.es
gimpmail.com gimuemoa.fr.nf ginzi.be ginzi.co.uk ginzi.es ginzi.net ginzy.co.uk ginzy.eu giodaingan.com gioidev.news
giratex.com girlfriend.ru girlmail.win girlsindetention.com girlsundertheinfluence.com gishpuppy.com
gislinghamsilverband.com github-com-disposable-email-domains.loseyourip.com giveh2o.info givememail.club
givemetoken.xin givmail.com gixenmixen.com gkd2323c.in gkyd3vu.loseyourip.com gladogmi.fr.nf glaventra.cfd glaviu.icu
glcspp.top gli.dpdns.org glitch.sx globalbizflow.com globaltouron.com glorylandconnections.com gls-info.help glubex.com
glucosegrin.com gmaail.icu gmaiil.top gmail-xsniper.com gmail-xsniper.site gmail-xsniper.space gmail.or.at gmail2.gq
gmaill.click gmaill.vn gmaillive.cloud gmaillk.com gmailot.com gmailxsn.com gmailxsn.site gmailxsn.space gmailxyz.bond
gmatch.org gmeenramy.com gmel.biz.id gmel.my.id gmells.com gmial.com gmneel.eu.cc gmx1mail.top gmxmail.top gmxmail.win
gnctr-calgary.com gng.edu.pl gni8.com gnwzqaz.shop go2farm.io.vn go2usa.info go2vpn.net goalmillion.online goatmail.uk
gob.re godfare.com godulygmail.com goemailgo.com goeschman.com gohivezone.com gokublue.me gold.edu.pl goldenmagpies.com
goldinbox.net goldivis.work.gd golemico.com goleudy.org.uk goliszek.net gomail.in gomomy.sbs gongjua.com gonida.co.uk
gonida.com gonida.uk gonw3bb.camdvr.org googl.win goomail.club goonby.com gooner.cat goplaygame.ru
gorillaswithdirtyarmpits.com goround.info gosarlar.com gosuslugi-spravka.ru gothere.biz gotmail.com gotmail.net
gotmail.org gotrak.org gowcp.com gowikibooks.com gowikicampus.com gowikicars.com gowikifilms.com gowikigames.com
gowikimusic.com gowikinetwork.com gowikitravel.com gowikitv.com gpt-mail-free-1200.dynv6.net
gpt-mail-free-140.dynv6.net gpt-mail-free-1427.dynv6.net gpt-mail-free-1550.dynv6.net gpt-mail-free-161.dynv6.net
gpt-mail-free-1694.dynv6.net gpt-mail-free-1721.dynv6.net gpt-mail-free-1980.dynv6.net gpt-mail-free-1998.dynv6.net
gpt-mail-free-2019.dynv6.net gpt-mail-free-2049.dynv6.net gpt-mail-free-2109.dynv6.net gpt-mail-free-2141.dynv6.net
gpt-mail-free-2307.dynv6.net gpt-mail-free-2310.dynv6.net gpt-mail-free-2375.dynv6.net gpt-mail-free-248.dynv6.net
gpt-mail-free-2491.dynv6.net gpt-mail-free-3.dynv6.net gpt-mail-free-3074.dynv6.net gpt-mail-free-3093.dynv6.net
gpt-mail-free-3127.dynv6.net gpt-mail-free-3291.dynv6.net gpt-mail-free-3330.dynv6.net gpt-mail-free-3348.dynv6.net
gpt-mail-free-3476.dynv6.net gpt-mail-free-3527.dynv6.net gpt-mail-free-366.dynv6.net gpt-mail-free-3792.dynv6.net
gpt-mail-free-3927.dynv6.net gpt-mail-free-4111.dynv6.net gpt-mail-free-4547.dynv6.net gpt-mail-free-4771.dynv6.net
gpt-mail-free-4775.dynv6.net gpt-mail-free-4788.dynv6.net gpt-mail-free-4821.dynv6.net gpt-mail-free-4900.dynv6.net
gpt-mail-free-5018.dynv6.net gpt-mail-free-5182.dynv6.net gpt-mail-free-5211.dynv6.net gpt-mail-free-5226.dynv6.net
gpt-mail-free-5241.dynv6.net gpt-mail-free-5261.dynv6.net gpt-mail-free-5386.dynv6.net gpt-mail-free-5406.dynv6.net
gpt-mail-free-551.dynv6.net gpt-mail-free-5539.dynv6.net gpt-mail-free-561.dynv6.net gpt-mail-free-5659.dynv6.net
gpt-mail-free-574.dynv6.net gpt-mail-free-5902.dynv6.net gpt-mail-free-6067.dynv6.net gpt-mail-free-610.dynv6.net
gpt-mail-free-6221.dynv6.net gpt-mail-free-6289.dynv6.net gpt-mail-free-6320.dynv6.net gpt-mail-free-6342.dynv6.net
gpt-mail-free-6397.dynv6.net gpt-mail-free-6419.dynv6.net gpt-mail-free-6603.dynv6.net gpt-mail-free-6664.dynv6.net
gpt-mail-free-6691.dynv6.net gpt-mail-free-6779.dynv6.net gpt-mail-free-6812.dynv6.net gpt-mail-free-6925.dynv6.net
gpt-mail-free-6962.dynv6.net gpt-mail-free-7208.dynv6.net gpt-mail-free-7298.dynv6.net gpt-mail-free-7493.dynv6.net
gpt-mail-free-7548.dynv6.net gpt-mail-free-7572.dynv6.net gpt-mail-free-7582.dynv6.net gpt-mail-free-7689.dynv6.net
gpt-mail-free-7939.dynv6.net gpt-mail-free-8015.dynv6.net gpt-mail-free-8049.dynv6.net gpt-mail-free-8591.dynv6.net
gpt-mail-free-86.dynv6.net gpt-mail-free-861.dynv6.net gpt-mail-free-8611.dynv6.net gpt-mail-free-8671.dynv6.net
gpt-mail-free-8773.dynv6.net gpt-mail-free-8786.dynv6.net gpt-mail-free-8791.dynv6.net gpt-mail-free-882.dynv6.net
gpt-mail-free-8886.dynv6.net gpt-mail-free-8933.dynv6.net gpt-mail-free-8944.dynv6.net gpt-mail-free-902.dynv6.net
gpt-mail-free-9243.dynv6.net gpt-mail-free-9307.dynv6.net gpt-mail-free-9446.dynv6.net gpt-mail-free-9502.dynv6.net
gpt-mail-free-9515.dynv6.net gpt-mail-free-9584.dynv6.net gpt-mail-free-9609.dynv6.net gpt-mail-free-9620.dynv6.net
gpt-mail-free-9695.dynv6.net gpt-mail-free-9825.dynv6.net gpt-mail-free-9935.dynv6.net gpt-mail.myftp.org
gpt20260701.top gptmail.cc.cd gptmail.us.ci gptmail.webredirect.org gptworkone.dev gpxmail.win gqov.top
grabafilafoundation.org gracetvglobal.com grandmamail.com grandmasmail.com graphicanal.site graphicbulk.site
graphicdany.site graphicedge.click graphicedge.io.vn graphicedge.site graphicedge.tokyo graphicenda.site
graphiclean.click graphiclean.io.vn graphiclean.site graphiclean.tokyo graphiclens.site graphiclever.site
graphicmen.site grassdev.com gravexia.cfd gravityengine.cc great-host.in greencafe24.com greendike.com
greenhousemail.com greensloth.com greenvin.io.vn greggamel.com greggamel.net gregorsky.zone gregorygamel.com
gregorygamel.net grendel.qzz.io grimstroke.me grish.de gristod.my griuc.schule grn.cc groklan.com groupbuff.com
grqccqbwg.top grr.la grtd.beer gruene-no-thanks.xyz grugrug.ru gruz-m.ru gs-arc.org gsoleyfoyle.org.uk gsredcross.org
gsrv.co.uk gsxstring.ga gthyjuytr.dynv6.net gts.cc.cd guanshuyun.com gudanglowongan.com gudri.com guerillamail.biz
guerillamail.com guerillamail.de guerillamail.info guerillamail.net guerillamail.org guerillamailblock.com
guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org
guerrillamailblock.com gufacoding.com gufum.com guima2.asia gukox.org guozivpn.cc.cd gustr.com guysmail.com
guzukll.camdvr.org gxemail.men gxmail.top gxybkq6.theworkpc.com gyan-netra.com gyknife.com gynzi.co.uk gynzi.es gzb.ro
gzeos.com h0tmaii.com h2beta.com h8s.org ha92.store haben-wir.com habenwir.com habitnestguide.com habitue.net
hacccc.com hackersquad.tk hackthatbit.ch hahawrong.com haibabon.com haibaipei.ccwu.cc haida-edu.cn hailu.publicvm.com
hairs24.ru halamaridfcfs.site halashao1.dpdns.org halashao3.us.ci halcroft.org haleloya.site halionex.cfd haltospam.com
hamham.uk handrik.com handsofhelpinc.org hanghai232.shop hangxomcuatoilatotoro.ml hanha.kozow.com hanoinet.io.vn
happiseektest.com happy-new-year.top happy2023year.com happy9toy.com happydomik.ru happyheadshed.org happyhome.eu.cc
haqimi.cc.cd harakirimail.com hardwork.icu haren.uk haribu.com harpix.org.uk hartbot.de hasanmail.ml hat-geld.de
hatespam.org hathitrannhien.edu.vn havefundarling.xyz havertz.tk hawrong.com haydoo.com hayys.app hazelnut4u.com
hazelnuts4u.com hazmat.help hazmatshipping.org hcap.ai hccmail.win hcypku.cloud hdcroom.us hdiscord.xyz headstrong.de
healingheartmission.org healthforwomen.info healxo.org heathenhammer.com heathenhero.com hebase.com hecat.es heheee.com
heirfoundation.com heisei.be hellodream.mobi helloricky.com hellosravan.in helpinghandtaxcenter.org helpjobs.ru
helpthechildren.uk heocondeisng.cc herilev.top herlan.co.uk heros3.com herp.in herpderp.nl hertz.ltd hesoyam.shop
hethongtudong.store hetzez.com heycmm.cn heyzalo.vn hezll.com hfogzua.top hh7f.com hhan.top hhe.org.uk hhyru.us hi2.in
hi5.si hiddentragedy.com hideam.com hidebox.org hidebusiness.xyz hidemail.de hidemail.pro hidemail.us hidesmail.net
hidevak.com hidingmail.net hidmail.org hidzz.com hiemail.net hieu.in hieuclone.net highapes.run.place highbros.org
higher-tech.linkpc.net highstar.shop hightech.jo3.org higogoya.com higuruma.site hihi.lol hikuhu.com hillaxiant.xyz
hilmipremindo.com hilostar.com hiltonvr.com him6.com himacreative.id himail.infos.st himail.online histartool.com
hitbase.net hitbtcpool.cloud hiverun.io hkvtop.us hldrive.com hlkes.com hmail.us hmamail.com hmh.ro hnfw-ngd.top
hnfw-ngd.wiki hoanggiaanh.com hoanglong.tech hochsitze.com hohohim.com hoichvu.ddnsfree.com hokyflix.site hola.org
holio.day holl.ga holmes.de5.net homecut.pro homehappy.eu.cc homestartbromley.org.uk homewiseleaf.com homewrt.xx.kg
homvela.com honesthirianinda.net honeys.be hongsemeixi.us.ci honor-8.com hook2ad.com hookmono.click hooooooo.store
hopemail.biz hopesx.com horizonspost.com hormails.com hornhorizon.com hornyalwary.top host1s.com hostcalls.com
hostguru.top hosthalting.lol hosthalting.site hosthalting.store hostingmail.me hostlaba.com hostpapa.dynv6.net
hot-mail.cf hot-mail.ga hot-mail.gq hot-mail.ml hot-mail.tk hotboyckdh.shop hotboyckdh1122.shop hotboyckdhn55.shop
hotelpiesi.pro hotelplazer.com hotelplazer.fr hotelplazer.org hotelplazer.store hotlinkimg.com hotmai.com
hotmail-us.top hotmailproduct.com hotmailtrusted.com hotmeil.net hotmial.com hotpop.com hotprice.co hotrokh.com
hotsmial.click hotsoup.be hottchurch.org.uk housat.com housereformas.es howardgiving.org hpari.com hpc.tw
hpj4l28.loseyourip.com hqpdf.com hripleh.us.ci hs.vc hsmw.net ht.cx hta.2bd.net hta.publicvm.com hthlm.com htmail.store
http.nyc.mn httpsgreenwichmeantime.in huage.me hualabtech.com huangao.xyz huangniu8.com hubglee.com hubhost.store
hudisk.com hudska.dpdns.org huizk.com hukkmu.tk hulapla.de hulisang.edu.kg hulkteam.cyou huluwaaaron.eu.cc
humaility.com hungpackage.com hungtpt.site hunnur.com huolala.de5.net huongdanfb.com huongvemientrung.store
huoyumars.cc.cd hushmail.cf huskion.net husng-kang.top hutathuww.org hutudns.com huychau.click huychau.online
huynhlx.shop huynhtran.io.vn huytuyen.click huytuyen.online huytuyen.site huyvillafb.online hvastudiesucces.nl
hwax4h4.giize.com hwqmh2g.ddnsfree.com hwsye.net hxopi.ru hxopi.store hygle.net hyhotmail.ccwu.cc hymenjj.cfd
hypenated-domain.com i-dork.com i-love-you-3000.net i0mn8cx.mywire.org i2b.asia i2b.cam i2b.com.vn i2b.email i2b.fun
i2b.id.vn i2b.info i2b.io.vn i2b.lol i2b.lu i2b.mov i2b.pw i2b.space i2b.vn i2bgmail.com i2c.email i2c.pw i2c.vn i2i.vn
i2m.email i2m.vn i2n.vn i2p.vn i2pmail.org i2u.vn i2x.vn i6.cloudns.cc iandsec.cc.cd iaoss.com ibande.xyz ibmdoors.com
ibmdoors.com.cn ibnuh.bz ibolinva.com ibymail.com icantbelieveineedtoexplainthisshit.com icbr.us iceans.cc.cd
icelandgcp.org.uk icemail.club ich-essen-fleisch.bio ichecker.tech ichigo.me icidroit.info ickletonrelief.co.uk
ickletonrelief.shop icloudmail.kr icloulb.com icmans.com iconmal.com icotz.com icousd.com icubik.com icwr.beer icx.in
icx.ro icznn.com ideuse.com idf.ovh idfd.live idg.io.vn idns7v8.ooguy.com idont.date idu4aa4.info idx4.com idxue.com
ieatspam.eu ieatspam.info ieh-mail.de iencm.com iffymedia.com ifoxdd.com ige.es igg.biz ignoremail.com
ihateyoualot.info ihazspam.ca ihc3znb.theworkpc.com iheartspam.org ihnpo.food ikbenspamvrij.nl ikewe.com ikomail.com
ikuromi.com ilcvn.cn illistnoise.com illnessth.com illubd.com iloveion.com ilovespam.com ilyx7j5.theworkpc.com im5z.com
imaanpharmacy.com imagenbox.xyz imagic.wiki imail.edu.vn imail1.net imails.asso.st imails.info imailt.com imap.fr.nf
imashr.com imc.io.vn imfaya.com img-free.com imgof.com imgv.de immo-gerance.info imnart.com imperialcnk.com
importemail.com imranbt.store imranccnn.buzz imrancm.buzz imrancumi.buzz imranking.buzz imranmax.buzz imranspc.buzz
imstations.com imul.info in-ulm.de in2reach.com inactivemachine.com inbax.tk inbound.plus inbox.si inbox2.info
inboxalias.com inboxbear.com inboxclean.com inboxclean.org inboxdesign.me inboxed.im inboxed.pw inboxfast.space
inboxfly.space inboxkitten.com inboxly.website inboxnow.ru inboxnow.store inboxopen.space inboxorigin.com
inboxproxy.com inboxstore.me inclick.net inclusiveprogress.com incognitomail.com incognitomail.net incognitomail.org
incq.com inctart.com ind.st inderpalsandhu.com indevgo.com index-mail.com indianahorsecouncil.org indieclad.com
indigobook.com indirect.ws indomaed.pw indomina.cf indoserver.stream indosukses.press indoxs.bond indsec.online
ineec.net inetopenwrt.dpdns.org infix1.io.vn inflyratech.site infobuzzsite.com infocom.zp.ua infoisp.me
infolinewest.com ingam.online inggo.org inilogic.com init.ink inkiny.com inkomail.com inlook.cloud inly.vn
inmune.ddns.net inmynetwork.tk inoutmail.de inoutmail.eu inoutmail.info inoutmail.net inpwa.com inreur.com insanony.art
insanony.one insanony.store insanumingeniumhomebrew.com insgrmail.site inshuan.com insorg-mail.info instaddr.ch
instaddr.uk instaddr.win instagr.vn instagra.vn instagram.io.vn instance-email.com instant-mail.de
instantblingmail.info instantemailaddress.com instantletter.net instantmail.fr instmail.uk instrete.com intady.com
internet-v-stavropole.ru internetkeno.com internetoftags.com interstats.org intersteller.com
intlgalleryheritageculture.org intobx.com intopwa.com intopwa.net intopwa.org introex.com inversiq.cfd investore.co
inwagit.com inxout.dpdns.org ioioioio.sbs iolq.top ionolenonos.com ionolenonos.fr ionolenonos.info ionolenonos.store
ionq.pl iotf.net iozak.com ip4.pp.ua ip6.pp.ua ipaddressforme.com ipinf.eu.org ipoo.org ippandansei.tk ipsur.org
ipusgo.cfd ipxwan.com iqfucsod.top irabops.com iralborz.bid iraniandsa.org iraqedu.online irc.so irealiy.cyou
iridales.com irish2me.com irishspringrealty.com iroid.com ironbrookco.com ironiebehindert.de irpine.com irssi.tv is.af
isdaq.com isep.fr.nf isfew.com ishop2k.com ismartsense.online isosq.com ispeedtest.digital ist-hier.com istii.ro
isukrainestillacountry.com iswin.ccwu.cc it7.ovh italy-mail.com itaolo.com itcompu.com itduniya.online itfast.net
itit.tk itmj3po.ddnsfree.com itmo.edu.pl itos.cloudns.org itquoted.com itsbds.com itsedit.click itsjiff.com itspid.com
itunesgiftcodegenerator.com iuanhoi.store iubridge.com iuemail.men iuno.fun iupo219.ddnsfree.com iwatermail.com
iwx4k98.theworkpc.com ixaks.com ixhale.com ixunbo.com ixx.io iya.fr.nf iysqv.com izhowto.com izunasan.my.id
izunasuite.biz.id j-p.us j3r8qd.space j5bie4.tech jabmag.com jackierobinsonparkoffame.org jafps.com jaga.email
jagomail.com jailbreakeverything.com jaipas.lu jajxz.com jakarta.io.vn jakemsr.com jakl.li jamesat.biz.id jamesat.my.id
jamesjfattorini.rocks jamesthynnealmshouse.co.uk jamyjmkqdsc.com janestore.xyz janproz.com japanesegirls.cc japnc.com
jaqis.com jarszone.com jasminesports.com jasonbella.online jasonswheels.org jav8.de javadmin.com javaemail.com
javaka.live javindra.cfd jazzvip.site jbsze.com jbsze.ne jbsze.net jc58t04.kozow.com jcnorris.com jdmadventures.com
jdz.ro je-recycle.info jejes.de jejesfb.biz.id jellow.ml jellycat.eu.cc jellyrolls.com jeoce.com jeremytunnell.net
jessitrust.com jet-renovation.fr jetable.com jetable.fr.nf jetable.net jetable.org jetable.pp.ua jgjitffy.store
jgkcr.com jhfnre-kjf.sbs jhkf.beer jhphoto.top ji-a.cc ji5.de ji6.de ji7.de jiangwy.one jiaoo.pp.ua jiaxi.work
jibbo01.com jieluv.com jika.gg jilingling.eu.cc jincer.com jingood.dpdns.org jinkeyun.com jinva.fr.nf jiongguo.top
jiooq.com jioso.com jisan.uk jisankhan1.site jiuji.asia jjfcharitabletrust.co.uk jjice.com jjj.ee jjk.app jjlj.fashion
jjmj.fashion jjuisyj.top jjxj.fashion jjxt6lv.mywire.org jkotypc.com jksndh-afd2.wiki jlpevents.co.uk jmail.fr.nf
jmail.ovh jmail.ro jmods.me jmt2469.xyz jnwexkd.giize.com jnxjn.com jobbikszimpatizans.hu jobbrett.com jobdatei.de
jobposts.net jobs-to-be-done.net jobscai.com jobsma.pp.ua jobzyy.com joelpet.com joetestalot.com jofuso.com
joihonm.shop jojomedia.store jonira.sbs jonsjav.cc jopho.com jora.dpdns.org joseihorumon.info josse.ltd jourrapide.com
joymail.cyou joywavepoint.com jp-ml.com jpco.org jrhmail.com jsifh5i.kozow.com jsnc.cloud jsncos.com jsrsolutions.com
jualakun.com jualakunfb.co jualfb.co jumonji.tk jungkamushukum.com junk.to junk1e.com junkmail.ga junkmail.gq
just-email.com justdefinition.com justemail.ml juvanta.cfd juyouxi.com jwork.ru jxpomup.com jywa.social jzlvoei.cn
jzzm.top k-global.dev k4money.com kabamail.com kabarr.com kabinbilla.com kademen.com kadokawa.cf kadokawa.ga
kadokawa.gq kadokawa.ml kadokawa.tk kaengu.ru kagi.be kajaib.social kaka0.kr kakadua.net kakao-mail.com kakaomail.kr
kakator.com kakaveo3.io.vn kakslsie.store kalapi.org kalquoris.cfd kamen-market.ru kamete.org kampret.asia kamsg.com
kankoplm.eu.cc kanlangld.shop kanonmail.com kantclass.com kaoing.com kaovo.com kappala.info kapten.site kaptencpl.com
kara-turk.net karatraman.ml karenkey.com kariplan.com karta-kykyruza.ru kartvelo.com kasmail.com kasmirfx.buzz
kaspop.com katalyst.indevs.in kathrynis.my.id kathrynis.web.id katputli.world kattthu.us katztube.com kavio.my.id
kaw-sar.top kawneha.site kaybooks.top kayfilms.top kaygroup.top kayilo.com kaynlab.com kazava.tech kazelink.ml
kbishwanathuk.cc kbox.li kcoporation.com kcrw.de kd2.org kdpsl.org ke1le.cyou kee40vq.ddnsfree.com keecs.com
keepmail.dev keepmymail.com kein.date keinhirn.de keipino.de kejinxi.xyz kekita.com kelenson.com kelimo.sbs
kellychibale-researchgroup-uct.com kemail.uk kempstoncharities.band kempstoncharities.co.uk kemptvillebaseball.com
kenari.online kendev.id.vn kenfern.com kenhbanme.com kenhphim.net kenvanharen.com kepkat.com kerotu.com ket-qua.org
ketua.id khaibn.com khamu.me khoke.nl khtextile.com kia-sdn.me kiani.com kidaroa.com kiecchn.com kierko.com
kiki287666.xyz killlove.site killmail.com killmail.net killyourtime.com kimagure.ccwu.cc kimagure1.cc.cd kimdyn.com
kimora.space kimsdisk.com kimzavin.shop kinda.email kindamail.com kingproplan.site kingsq.ga kingss.de5.net kino-100.ru
kintil.buzz kiois.com kismail.ru kisoq.com kissgy.com kisstwink.com kitap.az kitnastar.com kiwkiw.shop kjkpc.net
kjkszpjcompany.com kk.io.vn kkdty.dynv6.net kkkoouy.cyou kkmail.be kkoup.com kksm.be klassmaster.com klassmaster.net
kleinanzeigen-verification.de klick-tipp.us kliknesia.io klingai.asia klipschx12.com kloap.com klovenode.com
kludgemush.com klut.io klyverra.cfd klzlk.com kmail.li kmail.live kmail.qzz.io kmail123.com kmhow.com
knaresboroughtownmuseum.org knickerbockerban.de knilok.com knmcadibav.com knol-power.nl knowledgemd.com kobrandly.com
kodeholik.site kodpan.com kokalo.store kokklsd.dpdns.org koletter.com kommunity.biz kon42.com konican.com
konigyuan.us.ci konterkulo.com kontoko.org konultant-jurist.ru kook.ml kopagas.com kopaka.net korimoddin.store
korona-nedvizhimosti.ru korvanta.cfd koshu.ru kosmetik-obatkuat.com kostenlosemailadresse.de koszmail.pl kpay.be
kpmn-design.org kpooa.com kpost.be kppk.beer kqbz.beer kqhmln6.theworkpc.com kravintis.cfd krd.ag kreabaka.site
krouter.net krsw.tk kruay.com krypton.tk krysentra.cfd kskblzdjdwkzkbl.top ksmtrck.tk kswm.beer ktisocial.asia
ktpingprox.id.vn kuhaku.indevs.in kuhrap.com kuku.lu kulmeo.com kulturbetrieb.info kumli.racing kurin.sbs kuromee.com
kuromee.store kurumibnb.dog kurzepost.de kutakbisajauhjauh.gq kv2vpn.eu.org kvhrr.com kvhrs.com kvhrw.com kwifa.com
kwift.net kwilco.net kwtest.io kxbj.beer kyal.pl kynninc.com kyntaris.cfd kyois.com kyriog.fr kyuusei.fr.nf
kyx9sgz.loseyourip.com kzccv.com l-c-a.us l2gyw37.mywire.org l2rrz31.ddnsfree.com l33r.eu l6factors.com laafd.com
labananmakmur.com labetteraverouge.at labforge.freeddns.org labworld.org lacedmail.com lackmail.net lackmail.ru
lacraffe.fr.nf lacto.info lags.us laicai8.sbs lain.ch lak.pp.ua lakelivingstonrealestate.com lakqs.com
laksamantunggalakma.me lalayun.cyou lamasticots.com lambsauce.de landmail.co lanuiopl.bond laoeq.com laoia.com
lapakqu.com lapluz.xyz lappies.net laptoplonghai.com larisia.com larland.com lashyd.com last-chance.pro laste.ml
lastexile.site lastmail.co lastmail.com laulund.info launchpadx.shop launders.money lawlita.com laxex.ru laxex.store
laxiw.org laymro.com lazerbade.com lazerbade.fr lazerbade.org lazerbade.store lazyinbox.com lazyinbox.us
lbrmail666.site lcvfdvynb.top ldaho.biz ldkll.cn ldofy2e.ooguy.com ldop.com ldtp.com le-tim.ru leadwizzer.com
lebetrust.org lecn.beer lee.mx leechchannel.com leeching.net leetmail.co lefruit-dev.work legalrc.loan
legendaryseller.com leie.me lellno.gq lellol.dev lemonkk.cn lenovog4.com leoguio.site leopik.com lerany.com lerbhe.com
lerch.ovh lero3.com leruvo.icu lesobprovermail.com lessismore.eu.cc letterhaven.net letterprotect.net
lettersboxmail.com letthemeatspam.com levi.cc.cd leviacerman.store lez.se lfsz.beer lgxscreen.com lhsdv.com
liadhene.com liamcyrus.com liang-tts.shop liangganxiaopu.bond libinit.com licccons.icu licenses.sbs lifebitsnotes.com
lifebyfood.com lifetimefriends.info lifetotech.com lifetreechurch.co.uk lifewiseleaf.com liggegi.com lightv.online
ligsb.com likeageek.fr.nf likemovie.net likevip.net lilbahlil.me lillemap.net lilo.me lilspam.com lilsuite.id
lindenbaumjapan.com link2mail.net linkcoll.my.id linkedindiscount.com linkedintuts2016.pw linkmail.info linkspo.my.id
linlin.cloud linlshe.com linshiyou.com linshiyouxiang.net linux-do.me linuxgo.us.ci linuxmail.so linxi.online
linyu.qzz.io linzefor.asia linzefor.shop liocbrco.com liondapt.com liopsacac.shop lista.cc litedrop.com
littlejohns.info littlemvh.org.uk littsocial.com liun.cc.cd liuyuyu.space liveforms.org liveradio.tk livinitlarge.net
lixlord.xyz liyao.edu.kg lizery.com lkgn.se llciuoau.top llogin.ru lloudfsxly.top lnovic.com lnwtt.com loadby.us
loan101.pro loaoa.com loapq.com locanto1.club locantofuck.top locantowsite.club locawin.com locomodev.net
loganister.com logicfieldzen.com logicstreak.com login-email.cf login-email.ga login-email.ml login-email.tk
logsmarter.net logular.com loh.pp.ua lohinja.com loin.in lokenathassociation.co.uk lolfreak.net lolmail.biz
lonaxter.site londonyouthsailing.org longsbkt.xyz lookugly.com lordfortescue.news lordfortescue.org.uk
lordofmysteries.org lordsofts.com lortemail.dk losemymail.com lostnow.org love-your.mom lovecalculatorname.org
lovecv.cn lovegivingsadaqah.org lovemeet.faith lovemeleaveme.com lovepet.vip lovertboy.online loveuu.xyz lowprizo.com
lpfmgmtltd.com lqkrxvc.loseyourip.com lr7.us lr78.com lroid.com lru.me ls-server.ru lsaar.com lsbl6fq.mywire.org
lsd10086.ccwu.cc lsd8866.ccwu.cc lsereborn.com lsirdomain.us.ci lsyx24.com lu1mtac.ooguy.com luckfeed.com luckymail.org
luffygadgets.com lujialu.edu.kg lujian.de5.net lukecarriere.com lukemail.info lukop.dk lum25kcredit.io.vn lumeika.com
lumg.uk luminexis.cfd luminix1.shop lumm25k.io.vn lumyrix.cfd lunarmoon.online lunetra.shop lunor.cfd lushiyi.eu.cc
lushosa.com lutech.uk luv2.us luxentra.cfd luxovira.cfd luxudata.com lxbeta.com lxydawang.top lydir.com
lyfestylecreditsolutions.com lyft.live lympstonevillagehall.co.uk lynex.sbs lynwise.shop lyricspad.net lyxhzz.com.cn
lzoaq.com m21.cc m4ilweb.info ma1l.duckdns.org mabal.fr.nf maboard.com mabox.eu mac-24.com machen-wir.com macmail.info
macos.one macr2.com macromaid.com macromice.info magamail.com magbit.food maggotymeat.ga magicbox.ro magim.be
magspam.net maidlow.info mail-card.net mail-easy.fr mail-filter.com mail-help.net mail-hosting.co mail-hub.info
mail-mario.fr.nf mail-now.top mail-owl.com mail-share.com mail-temporaire.com mail-temporaire.fr mail-tester.com
mail.by mail.gw mail.tm mail.wtf mail0.ga mail1.top mail101.xyz mail10m.com mail11.xyz mail114.net mail12h.com
mail1a.de mail1web.org mail21.cc mail22.club mail2rss.org mail333.com mail4.uk mail4qa.com mail4trash.com mail666.ru
mail7.io mail707.com mail72.com mail789.dedyn.io mailaddress.de mailadresi.tk mailapp.top mailapril.org mailba.uk
mailback.com mailbai.com mailbali.com mailbidon.com mailbiscuit.com mailbiz.biz mailblocks.com mailbox.in.ua
mailbox.zip mailbox49.com mailbox52.ga mailbox80.biz mailbox82.biz mailbox87.de mailbox92.biz mailboxify.ru
mailboxify.store mailboxly.ru mailboxly.store mailboxy.fun mailboxy.ru mailboxy.store mailbucket.org mailcat.biz
mailcatch.com mailchannels.de mailchatgpt.eu.cc mailchop.com mailcker.com mailclone2023.top maildax.me mailde.de
mailde.info maildrop.cc maildrop.cf maildrop.ga maildrop.gq maildrop.ml maildu.de maildx.com maildy.site maileater.com
mailed.in mailed.ro mailedu.edu.pl maileimer.de maileme101.com mailer.edu.pl mailer.io.vn mailers.edu.pl mailexpire.com
mailf5.com mailfa.tk mailfall.com mailfast.pro mailfirefly.com mailfirst.icu mailfor1month.shop mailforgo.site
mailforspam.com mailfortiktok.us mailfree.ga mailfree.gq mailfree.ml mailfreeonline.com mailfs.com mailgo.cyou
mailguard.me mailgutter.com mailhazard.com mailhazard.us mailhex.com mailhz.me mailimate.com mailin8r.com
mailinatar.com mailinater.com mailinator.co.uk mailinator.com mailinator.gq mailinator.info mailinator.net
mailinator.org mailinator.us mailinator0.com mailinator1.com mailinator2.com mailinator2.net mailinator3.com
mailinator4.com mailinator5.com mailinator6.com mailinator7.com mailinator8.com mailinator9.com mailincubator.com
mailisia.com mailismagic.com mailita.tk mailjunk.cf mailjunk.ga mailjunk.gq mailjunk.ml mailjunk.tk mailku.co
mailllshop.website maillog.uk mailmagnet.co mailmate.com mailmaxy.one mailmay.org mailme.gq mailme.ir mailme.lv
mailme24.com mailmenot.io mailmetrash.com mailmoat.com mailmoth.com mailms.com mailna.biz mailna.co mailna.in mailna.me
mailnada.cc mailnada.com mailnator.com mailnesia.com mailnet.io.vn mailnoop.store mailnull.com mailnuo.com mailo.edu.pl
mailonaut.com mailorc.com mailorg.org mailosaur.net mailox.fun mailp.org mailphu.com mailpick.biz mailpluss.com
mailpooch.com mailpoof.com mailpress.gq mailpro.lat mailpro.live mailproxsy.com mailpts.com mailpull.com mailquack.com
mailrock.biz mailrun.one mailsa.biz.id mailsa.my.id mailsac.com mailsafe.fr.nf mailsbay.com mailscrap.com mailseal.de
mailserv.info mailshan.com mailshell.com mailshiv.com mailshou.com mailshun.com mailsiphon.com mailslapping.com
mailslite.com mailslurp.com mailsucker.net mailt.net mailt.top mailtao.me mailtechx.com mailtecom.com mailtemp.info
mailtemple.xyz mailtemporaire.com mailtemporaire.fr mailtest.ccwu.cc mailto.plus mailtome.de mailtothis.com
mailtraps.com mailtrash.net mailtrix.net mailtub.com mailtv.net mailtv.tv mailuniverse.co.uk mailvip.net mailw.site
mailx.click mailxyz.cyou mailyan.my.id mailzi.ru mailzilla.com mailzilla.org mailzy.org mainerfolg.info mainkask.site
make.cc.cd makemenaughty.club makemetheking.com makeraura.online makertrial.com makmursrondol.store makoli.sbs
makoli.space malahov.de malayalamdtp.com malioter.pro mama3.org mamabood.com mamangbadrut.site mameganteng.store
mamulenok.ru managedisabled.online mandraghen.cf manhmmonew.online manifestgenerator.com mannawo.com mansiondev.com
maohe.cloud mapsguy.com marchguidesassociation.org marchguidesassociation.org.uk marhumal.tech marineso.com
mariyaa.pp.ua mark-compressoren.ru markableytrust.org.uk markandvirginiarometty.org marketlink.info markmurfin.com
marrytodo.de martenson-mail.mywire.org martenson-mail.ooguy.com martenson-mail.theworkpc.com masbahlil.xyz mask03.ru
maskmy.id masonline.info masteryforn.shop maswae.world matamuasu.ga matchpol.net matjoa.com matmayer.com matra.site
max-mail.org maxresistance.com maxseeding.com maxturns.com mayre.shop mbox.re mbx.cc mbygjjo.mywire.org mc-fly.be
mc088ue.loseyourip.com mcache.net mcdomaine.fr.nf mchasd.eu.cc mciek.com mcpservers.one mcs.cc.cd mcunnm.ccwu.cc
mdahld.eu.cc mdhc.tk mdz.email meantinc.com mebeiuk.co.uk mebelnu.info mech2build.io.vn mechanicalresumes.com
mechanicspedia.com medevsa.com mediaeast.uk mediaholy.com medicichoir.org mediseat.com medkabinet-uzi.ru meef.uk
meepsheep.eu meevpo.id megasend.org mehda.eu.cc mehr-bitcoin.de meidecn.com meikeya.com meinspamschutz.de meituy.com
mekqh.eu.cc melbourne.edu.pl meltedbrownies.com meltmail.com meltp.com memeazon.com memoniclife.online memsg.site
meng2026.bond meng2026.cyou mengma.eu.cc mengundang.live mentonit.net meocon.org meomo.store meonvr.com mepost.pw
merepost.com merry.pink meruado.uk merumart.com merxo.me mesemails.fr.nf mess-mails.fr.nf messagebeamer.de
messibucu.click messwiththebestdielikethe.rest meta.aid.pl meta.auto.pl meta.corsica meta.mail.pl metadownload.org
metaintern.net metajaya.biz.id metalunits.com metaorbitx.com metas.io.vn mexvat.com mezimages.net mfapi.dpdns.org
mfsa.info mfsa.ru mfunza.com mfxis.com mgtop.cc mgxianlu.gq mhzayt.online miaferrari.com mianfeibuluo.com miaowuai.buzz
miauj.com michaeladmin.eu michaeladmin.fr michaeladmin.org michaeladmin.store mickaben.fr.nf midcoastcustoms.com
midcoastcustoms.net midcoastsolutions.com midcoastsolutions.net middletoncheneyuc.uk mideastlens.com mideastview.com
midiharmonica.com midlertidig.com midlertidig.net midlertidig.org midwestpride.org mierdamail.com migmail.net
migmail.pl migumail.com mihep.com miistermail.fr mijnhva.nl mikfarm.com mikrotikvietnam.com mikrotikvn.com
mikrotikx.com mikumirai.top miloras.fr.nf minefieldmail.com minhquang2000.com minidmx.icu minimail.gq
ministry-of-silly-walks.de minitts.net minsmail.com mintemail.com minuteafter.com minuteinbox.com mirai.re
mirasync.tokyo miros.cloud missionbulldogs.org misterpinball.de mitico.org mitrabisa.com mitraprem.online
mitraprem.site miucce.com miwacle.com mixmail.site mixzu.net mji.ro mjj.edu.ge mjukglass.nu mkeya.com mkpfilm.com
mkseiuuda.top mkvesta.io.vn mkzaso.com ml8.ca mlanm.online mlgmail.top mliok.com mm.my mm2flip.pw mm5.se mmaily.com
mmcat.icu mmdesign.work.gd mmmggg0123.ccwu.cc mmmo.us.ci mmo.us.ci mmo365.store mmyuu.cn mnode.me mnvr.site moakt.cc
moakt.co moakt.com moakt.ws mobileninja.co.uk mobilevpn.top moburl.com mockata.net mockmyid.com modirosa.com
modolku.store moeri.org mofu.be mohmal.com mohmal.im mohmal.in mohmal.tech moimoi.re mokondo.today mokondoo.cyou
mokook.com molabo.bond moldind.help molms.com momentics.ru momoi.uk momopifa.cc.cd mona.edu.kg mona.edu.pl mona.edu.rs
monachat.tk monadi.ml monchu.fr moncourrier.fr.nf mondial.asso.st monemail.fr.nf moneypipe.net monglung.space
mongrec.top monity.top monmail.fr.nf monomoho.site monopacket.com monumentmail.com monyal.shop moolee.net moonapps.org
moondyal.com moonfee.com moonikent.us moonwake.com mooo.com moot.es mopess.help mora45ktil.io.vn moreawesomethanyou.com
moreorcs.com morriesworld.ml morsin.com moruzza.com mosswoodmissionhall.bio motion.jo3.org motique.de
mountainregionallibrary.net moutianwuliu.top mowline.com mox.pp.ua moy-elektrik.ru moyang303.de5.net moza.pl mozej.com
mp-j.ga mp3oxi.com mpk.ovh mr-email.fr.nf mr24.co mrcheannko45k.io.vn mriscan.live mriscanner.live
mrizkifreelace.dpdns.org mrotzis.com mrphoto.org mrvpm.net mrvpt.com msarra.com msgos.com msn-mail-free-1.dynv6.net
msn-mail-free-1092.dynv6.net msn-mail-free-1268.dynv6.net msn-mail-free-1522.dynv6.net msn-mail-free-1659.dynv6.net
msn-mail-free-1750.dynv6.net msn-mail-free-189.dynv6.net msn-mail-free-1974.dynv6.net msn-mail-free-1980.dynv6.net
msn-mail-free-2112.dynv6.net msn-mail-free-2193.dynv6.net msn-mail-free-2205.dynv6.net msn-mail-free-2634.dynv6.net
msn-mail-free-2681.dynv6.net msn-mail-free-3011.dynv6.net msn-mail-free-3229.dynv6.net msn-mail-free-3232.dynv6.net
msn-mail-free-3270.dynv6.net msn-mail-free-33.dynv6.net msn-mail-free-3312.dynv6.net msn-mail-free-3373.dynv6.net
msn-mail-free-3414.dynv6.net msn-mail-free-3622.dynv6.net msn-mail-free-3632.dynv6.net msn-mail-free-3737.dynv6.net
msn-mail-free-3812.dynv6.net msn-mail-free-4062.dynv6.net msn-mail-free-4088.dynv6.net msn-mail-free-4151.dynv6.net
msn-mail-free-4290.dynv6.net msn-mail-free-4304.dynv6.net msn-mail-free-4411.dynv6.net msn-mail-free-4518.dynv6.net
msn-mail-free-4640.dynv6.net msn-mail-free-4718.dynv6.net msn-mail-free-4868.dynv6.net msn-mail-free-5064.dynv6.net
msn-mail-free-5162.dynv6.net msn-mail-free-5184.dynv6.net msn-mail-free-5198.dynv6.net msn-mail-free-5402.dynv6.net
msn-mail-free-5415.dynv6.net msn-mail-free-554.dynv6.net msn-mail-free-5696.dynv6.net msn-mail-free-5718.dynv6.net
msn-mail-free-5872.dynv6.net msn-mail-free-6047.dynv6.net msn-mail-free-6113.dynv6.net msn-mail-free-6326.dynv6.net
msn-mail-free-6581.dynv6.net msn-mail-free-6589.dynv6.net msn-mail-free-6760.dynv6.net msn-mail-free-678.dynv6.net
msn-mail-free-6877.dynv6.net msn-mail-free-6883.dynv6.net msn-mail-free-6906.dynv6.net msn-mail-free-6943.dynv6.net
msn-mail-free-6959.dynv6.net msn-mail-free-6981.dynv6.net msn-mail-free-708.dynv6.net msn-mail-free-7155.dynv6.net
msn-mail-free-727.dynv6.net msn-mail-free-733.dynv6.net msn-mail-free-7424.dynv6.net msn-mail-free-7429.dynv6.net
msn-mail-free-7434.dynv6.net msn-mail-free-7509.dynv6.net msn-mail-free-7570.dynv6.net msn-mail-free-7742.dynv6.net
msn-mail-free-7760.dynv6.net msn-mail-free-8047.dynv6.net msn-mail-free-810.dynv6.net msn-mail-free-8131.dynv6.net
msn-mail-free-8282.dynv6.net msn-mail-free-8582.dynv6.net msn-mail-free-86.dynv6.net msn-mail-free-8632.dynv6.net
msn-mail-free-8704.dynv6.net msn-mail-free-8776.dynv6.net msn-mail-free-8841.dynv6.net msn-mail-free-890.dynv6.net
msn-mail-free-8952.dynv6.net msn-mail-free-8986.dynv6.net msn-mail-free-9002.dynv6.net msn-mail-free-9061.dynv6.net
msn-mail-free-9121.dynv6.net msn-mail-free-9173.dynv6.net msn-mail-free-9224.dynv6.net msn-mail-free-9313.dynv6.net
msn-mail-free-9368.dynv6.net msn-mail-free-9382.dynv6.net msn-mail-free-9444.dynv6.net msn-mail-free-9536.dynv6.net
msn-mail-free-9587.dynv6.net msn-mail-free-9597.dynv6.net msn-mail-free-9649.dynv6.net msn-mail-free-9734.dynv6.net
msn-mail-free-9921.dynv6.net msn-mail-free-9990.dynv6.net msn-mail-free-9998.dynv6.net mspeciosa.com msqatl.com msrc.ml
msssg.com mswork.ru msxd.com mt2009.com mt2014.com mt2015.com mtdalmshouse.fitness mtdalmshouse.uk mtdog.xyz mtmdev.com
mtnewtoy.us mtshop18.io.vn muadaingan.com muareview.com muataikhoan.info muathegame.com muchomail.com mucincanon.com
mudahmaxwin.com muehlacker.tk muell.icu muell.io muell.monster muell.xyz muellemail.com muellmail.com muetop.store
mugadget.com mui.cc.cd mui.de5.net multicorse.com muncloud.com munik.edu.pl munoubengoshi.gq muonwhila.com
muralin-aja.com muratec.eu.org muratreis.icu musiccode.me musicflow.buzz musiku.studio mutant.me mutudev.com
mvpmedix.com mvrht.com mvrht.net mwalshabs.dev mwarner.org mwqj.xyz mxclip.com mxfuel.com mxhquxyi.top mxvia.com
my-pomsies.ru my-teddyy.ru my10minutemail.com mybitti.de mycleaninbox.net mycorneroftheinter.net mycreativeinbox.com
myde.ml mydefipet.live mydemo.equipment myecho.es myemailboxy.com myfxspot.com mygeoweb.info myhochzeitsfilm.de
myhosrn.servehalflife.com myindohome.services myinfoinc.com myinterserver.ml mykickassideas.com myletters.online
mymail-in.net mymail.infos.st mymail90.com mymaildo.kro.kr mymailoasis.com mymaily.lol mymrxuyrd.top mynes.com
mynetstore.de mynoop.store myntora.cfd myopang.com mypacks.net mypartyclip.de mypdj08.mywire.org myphantomemail.com
mypk.beer mysadfjwefwf.us.ci mysamp.de myself.fr.nf myspaceinc.com myspaceinc.net myspaceinc.org myspacepimpedup.com
myspamless.com mystvpn.com mysugartime.ru mytemp.email mytempemail.com mytempmail.com mytrashmail.com mywarnernet.net
myweblaw.com mywrld.site mywrld.top myxentra.cfd myzx.com mzico.com n1nja.org n24n8x9.giize.com n8.gs na-cat.com
na3qxuk.kozow.com naacpadvancement.org naah.ru naah.store nabaxox.edu.pl nabilalo.bond nabomail.com nabuma.com
nada.email nada.ltd nagi.be nailooong.site naka.edu.pl nakedtruth.biz namdevmail2.qzz.io namenan.me namewok.com
nangspa.vn naniniva.com nanonym.ch nanopools.info nanoskin.vn naobk.com naocan.org narrowment.com narsub.online
narsub.shop nashapoultryshop.com naslazhdai.ru natachai.me natange.org.uk nationalgardeningclub.com natuanal.com
nautonk.com navalcadets.com naverapp.com naverly.com navermail.kr navura.in nawmin.info naxx.dev naylonksosmed.com
naymedia.com nazisat.com nbmbb.com nbskyhope.shop nbspace.us nbvrluhsh.top nbzmr.com ncfx.beer ncien.com ndade.eu.cc
ndnphim.io.vn ndut.pro neatdaynote.com necub.com negated.com neghtlefi.com neko2.net nekochan.fr nekosan.uk
neomailbox.com neosstudy.work neotlozhniy-zaim.ru neowd.com nepwk.com neroki.shop nervmich.net nervtmich.net nesopf.com
nespf.com nespj.com nespressopixie.com nestlynotes.com net1mail.com netcnet.uk netcom.ws netfusionhub.surf netfxd.com
netherfieldvillagehall.co.uk netmails.com netmails.net netn.top netoiu.com netricity.nl netris.net netviewer-france.com
networksolutionshk.asia netzidiot.de nevanata.com nevermail.de neverover.life new-api.cc.cd newaddr.com newbpotato.tk
newbreedapps.com newconnect.uk newdelhi.io.vn newfilm24.ru newgreenpath.org newideasfornewpeople.info newmail.top
newmano.store newsteadabbeypartnership.org newyork.io.vn nexarisystems.online nexarsh.store nexarshop.store
nexentia.cfd nexio.sbs nexorabio.pro.vn nexosphere.lifestyle next.ovh nextmail.info nextpomi.dynv6.net
nextstopvalhalla.com nextsuns.com nexus-streams.online nexushost.site nexverseal.shop nezdiro.org nezid.com nezuka.net
nezumi.be nezzart.com nfast.net nfengwu.bond nfkah.eu.cc nghienplus.io.vn nghienplus.store nguyendanhkietisocial.com
nguyenlieu24h.com nguyentinhblog.com nguyenusedcars.com nh3.ro nhienpv1.io.vn nhmi1.com nhmvn.com nhoopmail.store
nhotv.com nhungdang.xyz niang-sfx.biz nianshen09.help nianshens.help nice-4u.com nice.qzz.io nicebad.com nicemail.cc
niceminute.com nichaoxing.cc nick-ao.com nickmxh.com nicknassar.com nicusaurelus.online nigeriansincoventry.org
nightfood.studio nightorb.com nik.edu.pl nikora.fr.nf nimbacharity.com nincsmail.com nincsmail.hu ninepacman.com
niprack.com niseko.be niulaibulai.me niwave.shop niwave.top niwl.net njwzzvmtin.my nlpdy8m.ooguy.com nm123.com nm7.cc
nmail.cf nnh.com nnnetworks.com nnot.net nnoway.ru no-spam.ws no-trash.ru no-ux.com no2bullyingatwork.org.uk
noblepioneer.com nobugmail.com nobulk.com nobuma.com noc5yva.theworkpc.com noclickemail.com nocp.ru nocp.store
nodejs.uk nodezine.com noexpire.top nogmailspam.info noicd.com noinspect.top noizonicfoundation.com nokdot.com
nokiamail.com nolemail.ga nolettersbox.com nomail.cf nomail.ga nomail.pw nomail2me.com nomes.fr.nf nomomail.com
nomorespamemails.com nomorix.cfd nonchalantresmita.biz nondon.site nondon.store nongnue.com nonspam.eu nonspammer.de
nonze.ro nooploop.store noopmail.com noproposal.com noref.in noreply.fr nori24.tv norovpn.site norseforce.com
northboveymeadow.business northsixty.com norvanta.cfd norwegischlernen.info noship.shop noshiper.pro nospam.fr.nf
nospam.today nospam4.us nospamfor.us nospamthanks.info nosubcriber.shop notboxletters.com nothingtoseehere.ca notif.me
notipr.com notlettersmail.com notmailinator.com notrnailinator.com notsharingmy.info novaemail.com novaprime.vip
novasub.click novyrix.cfd now.im nowhere.org nowmymail.com nowmymail.net nowrouter.store nowtopzen.com nowyoudme1.cc.cd
noyavip.com noyp.fr.nf nproxi.com nqmo.com nrbs.me nrehi.com nriza.com nrlord.com ns01.biz nsvpn.com nsyncxy.com
nthrl.com ntlhelp.net ntto.us nttoadmin2.us nu9233b.theworkpc.com nubescontrol.com nucleant.org nuknjkv.ooguy.com
nulla.de5.net nullbox.asia nullbox.info nuoifb.com nuox.eu.org nurfuerspam.de nut.cc nutpa.net nuts2trade.com
nv6ei2v.kozow.com nvhrw.com nvqt304.xyz nwldx.com nwrlr.org nwytg.com nwytg.net nxdbxd.top nxirad.online ny7.me
ny7u9qr.kozow.com nyasan.com nyfhk.com nygren-realty.com nygrenrealty.com nypato.com nyrmusic.com nyxmail.pro
nyxpanel.xyz nyxstores.id o2stk.org o2y50o5.loseyourip.com o326lav.kozow.com o7i.net oakon.com oalsp.com obelion.cfd
obfusko.com objectmail.com obobbo.com oborudovanieizturcii.ru obxpestcontrol.com ocbxpz3.camdvr.org oceva.site
octovie.com oczt15m.kozow.com odaymail.com odeask.com odem.com odnorazovoe.ru oepia.com oerpub.org ofanda.com
officecombine.com offshore-proxies.net ofisher.net ogoplace.pro ogrencikredisi.org ohaaa.de ohgitu.me ohi.tw ohm.edu.pl
oida.icu oiioii.email oiioii.vip oing.cf okauq.store okcdeals.com okclprojects.com okcx.edu.rs okcxhssgk.top okhko.com
okiae.com okinawa.li okrent.us oku.ovh oky.ovh okzk.com oldao.com oliespace.id oliespace.site olimp-case.ru olisup.cyou
oliviadiffuser.store oloh.ru oloh.store olypmall.ru omail.de omail.pro omarnasrrr.com omfg.run omgheels.com
omkiujk.ddnsgeek.com omnievents.org omnilog.space omnisent.cfd omnivex.cfd omonomon.shop omtecha.com onbap.com
one-mail.top one-ml.com one-sec-mail.site one-time.email one2mail.info onekisspresave.com onelettersmail.com
onemail.host onemuou.com oneoffemail.com oneoffmail.com onetm-ml.com onetm.jp onetopclick.online oneummahorg.uk
onewaymail.com onheb.com onionred.com oniventa.cfd onlatedotcom.info onldm.net online.ms onlinecmail.com
onlineidea.info onlyapp.net onmailflare.com onqin.com ontasa.com ontyne.biz oohioo.com oolus.com oonies-shoprus.ru
oooooooo.store oopi.org oosln.com oovk.ru oovk.store ooxxoo.asia opayq.com opelkun.net opemails.com openagent.cfd
openavz.com openclawskill.shop opendns.ro openedclaw.top openmail.pro opentrash.com openwrt.qzz.io opihhushdjn.cyou
opmmedia.ga oposite.org opp24.com opportunity-africa.com optimaweb.me optivex.cfd opwebw.com oranek.com oravantis.cfd
oravell.cfd orbit25k.io.vn orbitxhive.com orbixacoa.com orceqjqw.top ordinaryamerican.net ordite.com oreidresume.com
orgmail.pro orgmbx.cc orimassage.com oroki.de oronny.com orsbap.com ortogenmail.com orwpaztm.cfd osaxadinhos.com.br
oshietechan.link oshjr-24.xyz osifixtech.com.mx oskarstalbergcitygenerator.com ospirun.com ostahie.com ostinmail.com
osxofulk.com otherinbox.com otmail.jp otpku.com ottsathi.store ouchcloud.com ouk.me oupul8b1k.bond oupul8b1k.cyou
ourklips.com ourl.me ourpreviewdomain.com outdaremusicdevon.org outlawspam.com outlook.edu.pl outlookapp.tech
outlooks.bond outmail.win ovbest.com ovomail.co ovpn.to owdrcro.giize.com owleyes.ch owlpic.com ownsyou.de
owo-mailteam.bond owo-mailteam.cyou owovo.site owube.com oxfo.edu.pl oxmail.homes oxopoha.com oyisam.my
oynsuxe.ooguy.com ozatvn.com ozm.fr ozsaip.com ozyl.de p-aac.top p-banlis.ru p-kk2.icu p-ttz.top p-y.cc
p0dl9ik.giize.com p33.org p3t8dyv.mywire.org p6vvvok.mywire.org p71ce1m.com p94y7ff.camdvr.org pa9e.com pachilly.com
packiu.com padue.app pagamenti.tk paharpurmim.ga pakadebu.ga palaze.cc paliospiti.com pamaweb.com pamil.fr.nf
pancakemail.com pandorasboxproductions.org panlix.cloud papierkorb.me paplease.com para2019.ru paratrabajar.xyz
parisdaily.fr parlimentpetitioner.tk parsitv.com parthekio.live parthxxtoasts.site passeone.com passeone.xyz
past-line.com pastebitch.com pastryofistanbul.com patientlecadet.online patity.com patonce.com pavilionx2.com
pawobby.cfd paxlys.com paylaar.com payperex2.com payspun.com pazard.com pazuric.com pbhak.dev pbis.beer
pbrg4fb.ooguy.com pcaa.lol pcbb.lol pckage.com pdf-cutter.com pdood.com pe.hu peakinbox.net pecinan.com pecinan.net
pecinan.org pelviro.sbs penisgoes.in penoto.tk pepamail.com pepbot.com percyfx.com pertera.com pesagilt.top
peterdethier.com peterhe-ai.bond petloca.com petrzilka.net pewpewpewpew.pw pflege-schoene-haut.de pfui.ru phamay.com
phanmembanhang24h.com phctool.com philipdowney.com phimib.com phimteen.net phmail.site phmail.us phone-elkey.ru
photo-impact.eu photobrex.com photomark.net phpto.us phucmmo.com phuongnhicare.com phuotngay.com phyones.com
physcroenmail.com physicaladithama.io pi.vu piaa.me picdirect.net pickuplanet.com picturehostel.com picturehostel.fr
picturehostel.org picturehostel.store pig.pp.ua pigeonprotocol.com pii.at piki.si pimpedupmyspace.com
pinehill-seattle.org pingddns.net pingir.com pinkgreengenerator.me pinpool.ai pipemail.space pipmmotube.store
pippoc.com piscesbody.xyz pisls.com pitaniezdorovie.ru pithu.org pitiful.pp.ua pivo-bar.ru pivotylabs.pro pixdd.com
pixelcroft.org pixelgagnant.net pixiil.com pixoledge.net pizu.ru pizu.store pizuhdev.work pizzajunk.com pjjkp.com
pkday.eu.cc pkdigitalmart.site placebomail10.com plainhomehub.com planworker.pro pleasenoham.org plenoryx.cfd
plexfirm.com plexflux.app plexolan.de plhk.ru pliz.fr.nf ploae.com ploki.fr ploncy.com plowcreek.org
plugintonature.org.uk plw.me pmail.site pngrise.com pntvipveo45k.io.vn pnvipveo25k.io.vn pobbofqd.top
poc4756bb.camdvr.org pochtac.ru poehali-otdihat.ru pofmagic.com pojok.ml pokemail.net pokemons1.fr.nf pokiemobile.com
polarkingxx.ml politikerclub.de polkaroad.net polvexar.space polyfaust.net polysolextcoin.cloud pongpong.org ponp.be
pooae.com poofy.org pookmail.com poolemethodists.org.uk pooo.ooguy.com poopiebutt.club popcornfarm7.com popcornfly.com
popesodomy.com popgx.com poplk.com popol.fr.nf porjoton.com porsh.net porsilapongo.cl portaltrendsarena.com posdz.com
positivevoiceteesvalley.co.uk posta.store postacin.com postbx.ru postbx.store postonline.me poubelle-du.net
poubelle.fr.nf poutineyourface.com powerdea.me powered.name powerencry.com powerscrews.com powlearn.com pox2.com
pozima.rest pp-n6.top pp-tw.cc pp7rvv.com pp9vdr0.ddnsfree.com ppdf.cc ppedu.pp.ua ppetw.com ppoo.ccwu.cc pptrvv.com
pqoia.com pratikmail.com pratikmail.net pratikmail.org prazdnik-37.ru prc.cx predatorrat.cf predatorrat.ga
predatorrat.gq predatorrat.ml predatorrat.tk premiapp.com premieragents.net premierr.site premigu.co premirum.shop
premium-mail.fr premiumonebd.store premsy.net prestige-leadership.org prestore.space pretreer.com pricegh.com
pricegh.fun pride-worldwi.de primabananen.net primalhigh.click primejetnet.com primered.shop primtech.cn prin.be
printz.site prisonity.com privacy-mail.top privacy.net privacyshield.cc privatdemail.net privmail.edu.pl privo.edu.pl
privy-mail.com privy-mail.de privymail.de priyo-mail.com priyo.edu.pl priyo.ovh priyo.site priyoemail.site priyomail.in
priyomail.net priyomail.top priyomail.uk priyomail.us priyor.com priyp.com prkmail.xyz pro-tag.org pro5g.com
procrackers.com productmm.shop profast.top prohade.com prohisi.store projectcl.com promailt.com promyvia.cfd
proprietativalcea.ro propscore.com prorises.com prosocial.io.vn protectsmail.net protempmail.com protonza.com prout.be
proveity.com proxy-gateway.net proxymail.eu proxyparking.com prp-ppdt.app prtnx.com prtshr.com prtz.eu psai.run.place
psh.me psles.com psnator.com psoxs.com ptct.net ptncereio.com ptnstudio.vn ptsculure.com puabook.com puffiqo.store
puglieisi.com puji.pro pulse25k.io.vn pulsix.pw punchbagartgallery.org.uk punkass.com punkproof.com puppetmail.de
purcell.email pureheart.org.uk purelogistics.org purifyzed.org purmuttad.com pursip.com pushcom.store pusmail.com
pussport.com put2.net puttanamaiala.tk putthisinyourspamdatabase.com puxa.top pvnmax.space pwpwa.com pwrby.com
pwx129.love pxlys.com pyrosenex.cfd pyskillsgame.com q06htej.ddnsfree.com q0y5ffo.kozow.com q1zx2zj.camdvr.org
q7qipaa.kozow.com qabq.com qacmjeq.com qaondqs.loseyourip.com qasti.com qazaxmj.theworkpc.com qbfree.us qc.to
qcgmtzhzh.top qd.je qd28max.eu.cc qejjyl.com qentic.shop qeurtor.com qexvhz.com qhgs.com qi3hav9.mywire.org
qiang66.ccwu.cc qibl.at qiott.com qipmail.net qiq.us qisdo.com qisoa.com qiuvision.com qjwlaaa.giize.com qlhub.org.uk
qmrbe.com qodiq.com qoika.com qopow.com qoq.indevs.in qpdm.beer qq.my qqcomeback.me qrt8e6v.ddnsfree.com
qrxs6eh.giize.com qrzzq7z.ooguy.com qsl.ro qsmail.cc.cd qsuo.uno qtum-ico.com quadrafit.com quantorynexus.space
quantumeridian.site quarvex.cfd quentavo.cfd questtechsystems.com quick-mail.cc quickdrop.buzz quickemail.info
quickinbox.com quickmail.nl quicksend.ch quillet.eu quinz.me quipas.com quixentra.cfd quorixia.cfd ququb.com qvmao.com
qvttclass.us qvy.me qweasd123.cc.cd qwertyhandsome.net qwezxc321.cc.cd qwickmail.com qydxproapi.store qytechs.cn
qzueos.com r2money.io.vn r4nd0m.de r8cri1k.theworkpc.com ra3.us rabin.ca rabiot.reisen rabitex.com racaho.com
rackabzar.com racovor.com radioastronomynet.com rael.us raetp9.com rainbib.co.uk rainbowly.ml rajaiblis.com
raketenmann.de raleigh-construction.com ramcen.com ramenmail.de ramin200.site ramizan.com rancidhome.net
randol.infos.st randomail.io randomail.net rapidefr.fr.nf rapplo.com rapt.be raqid.com ravavo.bond ravc.beer
raveqxon.blog rawr.foo rax.la raxtest.com rayrayactive.com razemail.com razeny.com razuz.com rbb.org rbmz.beer rbs1.xyz
rc38643.ddnsfree.com rcasd.com rccgmanifestinghisglory.co.uk rcpt.at rdklcrv.xyz rdlt0hi.mywire.org rdsekaunx.top
re-gister.com reacc.me reality-concept.club reallymymail.com realmail.co realman.mywire.org realmka.io
realquickemail.com realseek.xyz realtyalerts.ca reapsa.com rebates.stream receiveee.com recipeforfailure.com
reclameaqui.services recode.me reconmail.com recyclemail.dk redbiodiesel.com redfeathercrow.com redi.fr.nf
rednotecreatoracademy.art redproxies.com reestore.site refblogs.com refk.site reftoken.net regapts.com regbypass.com
regspaces.tk regvippro.site reimondo.com rejectmail.com rejo.technology rekaer.com relayne.top reliable-mail.com
relieve.us.ci remahankerupuk.com remai.freeddns.org remail.cf remail.ga remarkable.rocks remote.li remoteflyer.co.uk
rensumo.top rentaen.com rentop.asia renvotra.cfd renydox.com reovipvpn.top replyloop.com reportfresh.com
reptilegenetics.com resgedvgfed.tk resmso.com restorationchurchtv.com resumeforest.cn reusable.email
reusecomputers.site reverendneedham.co.uk reviewfood.vn revolvingdoorhoax.org rewermail.com rexabot.com rexmoo.ccwu.cc
rexornge.net rexornge.site reymaticx.com rezalabs.shop rezato.com rf.gd rfc822.org rfods.tech rfzpnrbpv.top
rgbeastcomputers.site rgwdomb.theworkpc.com rhalmshouse.church rhalmshouse.co.uk rhyta.com riazra.bond ricardo0911.xyz
richfinances.pw riddermark.de riffproductions.co.uk rifkian.ga rifqysaputra.dev rikka0612.site rilzz.store
rimshacooking.site rinseart.com riposh.shop rippb.com risinggirl.co.uk risingsuntouch.com riski.cf risu.be
riwutz-gmail.com rjzh8vf.giize.com rklips.com rkomo.com rkzpcx.top rm2rf.com rma.ec rmmr.fun rmqkr.net rnailinator.com
rniz667.mywire.org rnmut8pudgj0ikregqx6.dynv6.net rnvvpn.store ro.lt robertspcrepair.com roborena.com robot-mail.com
robothandcook.cfd robustq.com rodhazlitt.com roguemaster.dev rollindo.agency ronete.com ronger.cfd ronghsng.buzz
ronnierage.net rootfest.net roratu.com roroki.cn rosebearmylove.ru rosella.my.id rotaniliam.com rotomails.co.uk
rotomails.com rouflav.com route64.de routerboardvietnam.com rover.info rowdydow.com rowe-solutions.com roweryo.com
royal.net royaldoodles.org royalmarket.life royalpriesthoodagc.org.uk royandk.com roybl.com rppkn.com rr.nu rsvhr.com
rteet.com rtrobinsbequest.org.uk rtrtr.com rtskiya.xyz rua.pp.ua rudymail.ml ruinique.tech rukiaops.me rulersonline.com
rumahweb.site rumgel.com runcubesapps.id runi.ca runlop6.ooguy.com rupayamail.com ruru.be rustydoor.com rustyload.com
ruu.kr ruutukf.com rvb.ro rvneous.com rw1aifc.camdvr.org rweebz-mail-1.online rwstatus.com rwxsxnomo.top rxinai.com
rxs9.cn rygel.infos.st rynetvpn.site ryteto.me ryuu.codes ryuucn.com ryyr.ru ryyr.store rzbal.xyz s-mail.social
s-mdg.top s0ny.net s1q59z82q.top s33db0x.com s3cmt5w.kozow.com s3k.net s40vwj8.camdvr.org s4sfoundation.org.uk
s8gz4ay.kozow.com sabrestlouis.com sackboii.com sad23321adja.cn sada-sd.cc saddope.lol sadfg.indevs.in sadrain.shop
sads-ads-awe.top saeoil.com safaat.cf safermail.info safersignup.de safetymail.info safetypost.de sagametour.com
saharanightstempe.com sahildash.dev sailmail.io saisonhama.shop sajutadollars.com sakoonthroughcancer.com
sakurapink.top salakoais.shop saleis.live salmeow.tk sam1.eu.org samaltour.site samaritanfamilyfoundation.com
samblogs.nett.to samblogs.zone.id sampsave.tech samsclass.info samsung-gmail.com sandcars.net sandelf.de
sandwhichvideo.com sanfinder.com sanfnge.run sanfnges.cc sanim.net sanstr.com saovangtiles.site sappisi.com
sarawakreport.com sast.ro sasukiez.shop satisfyme.club satorix.id satukosong.com saturrshop.uk saungadaid.pro
sausen.com save4now.com savemydinar.com savests.com say0.com saynotospams.com sayverfox.com scatmail.com
scatterteam.com scay.net schachrol.com schafmail.de schmeissweg.tk schrott-email.de scook.cfd scottcoffman.net
scottni.com scpulse.com scribito.de scrsot.com sd3.in sdbbs.cc sdhaiok.eu.cc sdi5mon.ooguy.com sdj.fr.nf sds-awe.top
sdsfre.blog sdvft.com sdvgeft.com sdvrecft.com search4gpt.com seasonofgrace.org sebbcn.net secmail.pw secretemail.de
secure-mail.biz secure-mail.cc secured-link.net securehost.com.es securitybot.online sedekah-mudah.com seduck.com
seedcorn.foundation seedspeed.site seekapps.com seekjobs4u.com sehier.fr sejaa.lv sekotong.store selaciptama.com
seler25k.io.vn selfdestructingmail.com selfdestructingmail.org selftrak.fit selltub.com selltub.me seman.edu.kg
semester.bond send22u.info send4.uk sendapp.uk sendfree.org sendgrid.ovh sendingspecialflyers.com sendnow.win
sendo.dedyn.io sendo.giize.com sendokai.click sendos.fr.nf sendos.infos.st sendspamhere.com sengkuni.dedyn.io
sengkuni.qzz.io sengkuni.xx.kg senseless-entertainment.com sentra-premium.com senvas.me senyan.fun seosnaps.com
seqerc.com serbaprem.store serbaserbisoftware.site serenith.cfd server.ms servicee.es services391.com servicetr.me
sesasdl.top setxko.com sevopay.com sewink.my.id sex520.eu.org sexforswingers.com sexfrancecute.lol sexfrancecute.tattoo
sexfrancecute.xyz sexical.com sexyalwasmi.top sexymeowers.site sexymeowers.space sexymeowers.store sexymeowers.xyz
sfacg.org sfolkar.com sfr09g1.camdvr.org sgatra.com sgm.ovh shaceng.biz.id shaceng.my.id shadap.org shaguaaini.click
shahabnoor.org shalar.net shanhaijuli.sbs sharebot.net sharedmailbox.org sharkfaces.com sharklasers.com shchiba.uk
sheerid.top sheinup.com shengxia.asia sherazhaider.com sheryli.com shhmail.com shhuut.org shieldedmail.com
shieldemail.com shiftmail.com shiita12.com shipfromto.com shiphazmat.org shipping-regulations.com shippingterms.org
shiptudo.com shiro-alice.live shitaway.tk shitmail.de shitmail.me shitmail.org shizuku-lulu.love shkele.cyou
shmavje.mywire.org shmeriously.com shopaccmmo.com shopbantkclone.com shopcreative.cc shopempva11.com shopld.linkpc.net
shopprimeaccounts.com shopvipduzk666.shop shopvipduzk6868.shop shopxda.com shopy.club shortmail.net shortweb.live
shotmail.ru showslow.de shrib.com shuelder.com shut.name shut.ws shxwonew.xyz si1ver.xyz siap-sepuh.com siberpay.com
siby9w6.loseyourip.com sicmg.com sidelka-mytischi.ru sidement.com sidlabs.site sidneymichaelpoland.travel
siempre.gratis sifan077.cc.cd siftportal.ru sify.com sig.de5.net signalxp.com signsoflife.org.uk sihanoma.store
sika3.com sikux.com silenceofthespam.com silentmail.ccwu.cc siliwangi.ga silvaron.cfd silvercoin.life sim-simka.ru
sim-sppg.com simaenaga.com simoka.sbs simpleitsecurity.info simranaitech.space sin.cl sinaite.net sind-hier.com
sind-wir.com sindhier.com sindwir.com sinema.ml sinfiltro.cl singlespride.com sinnlos-mail.de sino.tw sinorto.com
siperer.online siroja.top siteinfox.com siteposter.net sitwelltownlands.org.uk six25.biz sixoplus.com
sizzlemctwizzle.com sjuaq.com sjusngde.info sk-ai.eu.cc skeefmail.com skingkong.com skrak.com skrhqfnya.top skrx.tk
sky-inbox.com sky-ts.de skyemails.app skyemails.tech skyforte25k.io.vn skygazer42.cn skygazerhub.com skyhope666.icu
skyhope666.shop skyhope666.xyz skyhopenb.shop skyhopenb.xyz skyhopenba.shop skyhopetw.xyz skyhopewd.xyz skyhopewdf.xyz
skynet.infos.st skyrt.de skyserver.cyou skytopway.com slapsfromlastnight.com slaskpost.se slave-auctions.net
slimirin.com slippery.email slipry.net sliverkeigo.fun slopsbox.com slotbeer.com slothmail.net slowpokerfrance.eu
slowpokerfrance.fr slowpokerfrance.org slowpokerfrance.store slushmail.com slushpools.cloud sluteen.com sly.io
slyouthuk.org smailpro.com smailwork.com smakit.vn smallker.tk smapfree24.com smapfree24.de smapfree24.eu
smapfree24.info smapfree24.org smartemailbox.co smartnator.com smarttalent.pw smarttickethub.com smashmail.de smell.sbs
smellfear.com smellrear.com smellypotato.tk smeux.com smkanba.com smncloud.com smpcharity.co.uk smpnegeri4-pwt.my.id
smtp.id.vn smtp.io.vn smtp99.com smwg.info smykwb.com snakebutt.com snakemail.com snapbx.com snapmail.cc snapmail.site
snapmail.xyz snapwet.com sneakmail.de snece.com sneydgreen-communityhall.co.uk snpmail.fun soc123.net social-mailer.tk
socialfurry.org socialist.sbs sociallymediocre.com socialpulse.casa socialtrash.online soco7.com socoori.com sofia.re
sofimail.com sofort-mail.de sofortmail.de sofrge.com softbank.id softdailyguide.com softkey-office.ru softlitceg.com
softpls.asia sogetthis.com sohai.ml sohus.cn soioa.com soisz.com solar-impact.pro solarnyx.com solarunited.net
solarunited.org solenox.cfd solerbe.net solimoddin.online solkill.store solquira.cfd solvemail.info solventtrap.wiki
somadethcdk.site somelora.com somoj.com son2d.site songsan.business songsign.com soniot.fr soniot.info soniot.online
soniot.store sonjj.edu.pl sonl192.theworkpc.com sonny.tk sonphuongthinh.com sonrusu.com sonshi.cf soodmail.com
soodomail.com soodonims.com soombo.com soon.it soscandia.org soson.shop soul-association.com southai.bond
southeastessexanimal.uk soyboy.observer sozenit.com spacebazzar.ru spacehotline.com spacework.top spacexyz.space
spacezin.space spam-be-gone.com spam.care spam.ceo spam.la spam.org.es spam.su spam4.me spamail.de spamarrest.com
spamavert.com spambob.com spambob.net spambob.org spambog.com spambog.de spambog.net spambog.ru spambooger.com
spambox.info spambox.me spambox.org spambox.us spamcero.com spamcon.org spamcorptastic.com spamcowboy.com
spamcowboy.net spamcowboy.org spamday.com spamdecoy.net spamex.com spamfellas.com spamfighter.cf spamfighter.ga
spamfighter.gq spamfighter.ml spamfighter.tk spamfree.eu spamfree24.com spamfree24.de spamfree24.eu spamfree24.info
spamfree24.net spamfree24.org spamgoes.in spamherelots.com spamhereplease.com spamhole.com spamify.com spaminator.de
spamkill.info spaml.com spaml.de spamlot.net spammer.fail spammotel.com spammy.host spamobox.com spamoff.de
spamsalad.in spamsandwich.com spamslicer.com spamsphere.com spamspot.com spamstack.net spamthis.co.uk spamthis.network
spamthisplease.com spamtrail.com spamtrap.ro spamtroll.net spamwc.cf spamwc.ga spamwc.gq spamwc.ml sparkletoc.com
sparxautomationhub.store speak2all.com speaknow.org.uk specialneedscircle.co.uk speedgaus.net speedlooking.fun
sperma.cf spicysoda.com spiedemtion.store spikio.com spindl-e.com spinly.net splitparents.com spoofmail.de
sportcornwall.org sportrid.com sportsfunlifestyle.org spotlightdiary.com spr.io spritzzone.de spruzme.com spybox.de
spymail.com spymail.one squizzy.de squizzy.net srame.com sroff.com sry.li ss0qw9a.ddnsfree.com ssanphone.me
ssi-bsn.infos.st ssoia.com sssig.one sssvcv.uno stacys.mom stanfordujjain.com star-fish.org.uk starbalance.site
starcheck.in stardust-2.store starlight-breaker.net starlight.store starmail.net starnlink.com starpower.space
startfu.com startkeys.com statdvr.com stathost.net statiix.com stayhome.li steadyhabithub.com steam-area.ru
steam-coin.com steambot.net steel4work.io.vn stepsofhope.co.uk sterlingpointco.com stexsy.com stinkefinger.net
stomatogomail.ru stonesinwater.com stop-my-spam.cf stop-my-spam.com stop-my-spam.ga stop-my-spam.ml stop-my-spam.pp.ua
stop-my-spam.tk stopspam.app storebanme.com storegmail.net storiesonthestreet.org storiqax.top storj99.com storj99.top
storybuddies.online stpaulsgrammaralumniusa.org stravico.cfd strayhood.org streamingku.live streamtv.biz.id
streamwolf.store streetwisemail.com stromox.com stuckmail.com student.nyc.mn studio.jo3.org studio.publicvm.com
studyhub.edu.pl stuffmail.de stufmail.com stumpfwerk.com stylist-volos.ru su.cloudns.biz suarj.com submic.com
submitreports.com substoretools.com substoretools.site substoretools.store suburbanthug.com suckmyd.com sudern.de
sueshaw.com suexamplesb.com suftwari.com sugarloafstudios.net suhasmedam.com suioe.com sumberakun.com suntuy.com
super-auswahl.de super.lgbt superblohey.com superbowlstarttime.org supergreatmail.com supergrok.site supermailer.jp
superplatyna.com superrito.com supersave.net superstachel.de superti4r.dev superyp.com supplementsdiary.com
supportorganization.online supporttc.com surbitonnewlifebaptist.com suremail.info suryain.app sushisalmon.online
sute.jp svetims.com svip520.cn svip888888888.com svipcun.eu.org svk.jp svxr.org swagpapa.com swap.name.ng
sweetberry.online sweetpotato.ml sweetxxx.de swi4jut.ddnsfree.com swift-mail.net swift10minutemail.com swiftcroft.org
swissokalmo.org.uk swsdz.com sx227.top sx235.top sx697.top sx856.top sx872.top sx882.top sx992.top sydney.edu.pl
syecna9.ooguy.com syinxun.com sylentha.cfd sylnetdns.site sylnetgcp.top sylnetx1.top sylvannet.com symphonyresume.com
synarca.com syncax.com synovaris.cfd syntheradynamics.site syosetu.gq sysout.cloud sytchampton.directory
sytchamptoncc.co.uk syujob.accountants sz345p7.loseyourip.com szerz.com szxcfagah.online t15ippy.giize.com t1mo.net
t2d9n0j.ooguy.com t2t.email t6s7.top t7sqtao.giize.com t8xieb2.kozow.com tacomail.de tafmail.com tafnsxo.ooguy.com
tafoi.gr tagara.infos.st taglead.com tagmymedia.com tagyourself.com taikhoankiro.pro taimb.com taischaves.com tako.skin
talemarketing.com talkinator.com talkmatrix.study talkup.sbs talmetry.com tamthomca.click tamttts.com tandlplith.se
tanlanav.com tanukis.org tanvo.online taobudao.com taohucom.store taojingrun.online taomail.web.id tapchicuoihoi.com
taphear.com tapi.re tarasbest.xyz tartinemoi.com tarzanmail.cf taseek.cc.cd taseek.top tastmemail.com tastrg.com
tatadidi.com tatsu.uk taugr.com taukah.com taxibmt.com taxibmt.net taymonera.de tb-on-line.net tbgroupconsultants.com
tbr.fr.nf tbterqwzv.top tcwlm.com tcwlx.com tdtda.com teambunnyfoundation.org.uk teamnewmexico.org teamtitan.co
tech2grow.io.vn tech69.com techblast.ch techcyber.shop techemail.com techgroup.me techlhj.email technoproxy.ru
techusa.org teerest.com teewars.org tefl.ro tehillahpraise.uk teihu.com telecomix.pl teleg.eu telegmail.com
teleworm.com teleworm.us teliedge.com teligmail.site telimail.online tellos.xyz telos.lat telvetto.com temailz.com
tembusselalu.biz.id tembusselalu.my.id teml.net temp-email.de5.net temp-link.net temp-mail-free.dedyn.io
temp-mail-free.dynv6.net temp-mail.best temp-mail.cfd temp-mail.com temp-mail.de temp-mail.edu.rs
temp-mail.freeddns.org temp-mail.gg temp-mail.lol temp-mail.now temp-mail.org temp-mail.pp.ua temp-mail.ru
temp-mailer.dynv6.net temp-mails.com temp.skymeshdynamics.com temp1month.icu tempail.com tempalias.com
tempblockchain.com tempe-mail.com tempebossok.my.id tempemail.biz tempemail.co.za tempemail.com tempemail.de
tempemail.net tempemail.nyc.mn tempemailgen.com tempemaill.com tempemailo.org tempestme.com tempinbox.co.uk
tempinbox.com tempmail.at tempmail.best tempmail.cc tempmail.cn tempmail.co tempmail.de tempmail.email tempmail.eu
tempmail.id.vn tempmail.ing tempmail.io.vn tempmail.it tempmail.ninja tempmail.plus tempmail.pp.ua tempmail.us
tempmail.vip tempmail.world tempmail.ws tempmail101.com tempmail2.com tempmail5.com tempmaildemo.com tempmailer.com
tempmailer.de tempmailer.net tempmailfree.net tempmailo.com tempmailr.com tempmails.net tempmailto.com tempmailyo.org
tempomail.fr tempomail.org tempomailo.site temporalemail.org temporam.com temporam.online temporam.xin temporam.xyz
temporarily.de temporarioemail.com.br temporarly.com temporary-mail.net temporaryemail.dpdns.org temporaryemail.net
temporaryemail.us temporaryforwarding.com temporaryinbox.com temporarymailaddress.com tempp-mails.com temppppo.store
tempr.email tempsky.com temptami.com tempthe.net tempymail.com tenhub.uk tensi.org tenull.com ternaklele.ga
terre.infos.st test-infos.fr.nf test1byali.cfd testore.co testudine.com tetestebu.online tevstart.com texify.online
tfbnw.asia tfbnw.id.vn tfbnw.in tfbnw.info tfbnw.io.vn tfbnw.tech tfbnw.xyz tfcn.beer tffv4a3.kozow.com tgduck.com
tgmaiss.xyz thaihp.net thaitudang.xyz thalarex.cfd thameschamberorchestra.co.uk thanhnhontienbao.com thanksnospam.info
thankyou2010.com thaotri.com thatim.info thc.st thdfyrg.top the23app.com theaviors.com thebearshark.com thebest73.shop
theboys.cyou thecarinformation.com thechildrensfocus.com thecity.biz thecloudindex.com thecwf.co.uk thediamants.org
thedirhq.info thedorsetcarershub.org theeyeoftruth.com thegrampians.net thehjhvj.ink thejenkins.net thejoker5.com
theking.id thelifecentre.org.uk thelightningmail.net thelimescommunitygarden.org thelimestones.com themailer.de
thembones.com.au themccarneyfoundation.co.uk themegreview.com themostemail.com thereddoors.online theroyalweb.club
thescrappermovie.com these.cc theshahnazfoundation.com thespamfather.com theteastory.info thetechnext.net
theweifamily.icu thex.ro thg.cc.cd thichanthit.com thichmmo.com thiefness.com thietbivanphong.asia thirifara.com
thisisnotmyrealemail.com thismail.net thispy.top thisurl.website thnikka.com thoas.ru thodianamdu.com
thoitrangnam2024.shop thomasblackerby.org.uk thor.my.id thraml.com threads.io.vn thrma.com throam.com thrott.com
throwam.com throwaway.dynv6.net throwawayemailaddress.com throwawaymail.com throwawaymail.pp.ua throya.com thrubay.com
thshyo.org thueotp.net thulinh.net thunderbolt.science thunkinator.org thuongxg.com thurleighchurchestate.church
thxmate.com tianblog.top tianmi.me tianstudy.space tiapz.com tic.ec tidaksuka.cfd tidewick.org tidissajiiu.com
tidylifehub.com tiendadezapasok.com tiffincrane.com tigrisstem.org tijdelijke.email tikanony.com tikmail.org tiksofi.uk
tiktakgrab.com tiktakgrab.shop tiktakgrabber.com tiktokngon.com tilien.com tilumo.cfd tilvex.click
timbourkescholarshipfund.org timgiarevn.com timkassouf.com tinhoconline.com tinoza.org tinpho.com tinytimer.org
tinyurl24.com tipsb.com tirasya.pro titangamezz.com titenpa.com tittbit.in tiv.cc tivendra.cfd
tivertonhospitalleagueoffriends.co.uk tivo.camdvr.org tizi.com tjhn.beer tkfb24h.com tkitc.de tlktok.us tlpn.org
tmail.com tmail.edu.rs tmail.gg tmail.io tmail.link tmail.lt tmail.mx tmail.ws tmail1.org tmail2.org tmail3.com
tmail3.org tmail4.org tmail5.org tmail6.com tmail9.com tmaile.net tmailinator.com tmailor.com tmailor.net tmails.net
tmmbt.net tmpbox.net tmpemails.com tmpeml.com tmpeml.info tmpjr.me tmpmail.net tmpmail.org tmpmailtor.com tmpnator.live
tmpx.sa.com tmxttvmail.com tnbeta.com toaik.com tocuda.cloud toddsbighug.com tofeat.com tohru.org toiea.com tokem.co
token.ro token0v0.com tokenmail.de tokfly.org tokmail.fun tokmail.net tokobibit.co tokyo.edu.pl tokyo112.top
tokyoflarex.tokyo tomhouse.shop tommyfommy.site tomvnet.uk tonaeto.com tongle.ccwu.cc toni.io.vn tonne.to
tonyfarm.indevs.in tonymanso.com too.li toolbox.ovh toolnator.plus toolourles.tech tools-capcut.com toolsequipment.cyou
toomail.biz toon.ml top-shop-tovar.ru top101.de top1mail.ru top1post.ru topdatamaster.com topinrock.cf topmail2.com
topmail2.net topofertasdehoy.com topranklist.de topren.cyou topren.top toprumours.com topupgg.app topvu.net tormail.org
torrent411.fr.nf torvila.sbs tospage.com toss.pw tosunkaya.com totallynotfake.net totalvista.com totesmail.com
totoan.info totococo.fr.nf toupiao7003.top tourcc.com tozya.com tp-qa-mail.com tppp.one tppp.online tpwlb.com tqoai.com
tqosi.com trackden.com tradermail.info tradingview.my.id trainthem2fish.co.uk tramynguyen.net tranceversal.com
trandigabapoe.shop trangiabao.click trangzim.uk tranhtai.com transaksikita.tech transferpulsa.net translateid.com
traodoinick.com traogiai.com trap-mail.de trash-amil.com trash-mail.at trash-mail.cf trash-mail.com trash-mail.de
trash-mail.ga trash-mail.gq trash-mail.ml trash-mail.tk trash-mail.webredirect.org trash-me.com trash2009.com
trash2010.com trash2011.com trashcanmail.com trashdevil.com trashdevil.de trashemail.de trashemails.de trashinbox.com
trashmail.at trashmail.com trashmail.de trashmail.fr trashmail.gq trashmail.hu trashmail.io trashmail.me trashmail.net
trashmail.org trashmail.se trashmail.ws trashmailer.com trashmailgenerator.de trashmails.com trashymail.com
trashymail.net trasz.com travelfriend.online travelistaworld.com travelovelinka.club travionex.cfd trayna.com trbvm.com
trbvn.com trbvo.com treesforderby.org trend-maker.ru treso.me treterter.shop trevourus.com trfu.to trgfu.com
trgovinanaveliko.info trialmail.de trickmail.net trieuhao.site trillianpro.com trinovia.cfd triots.com trixtrux1.ru
trojanvmesswrt.dpdns.org trolebrotmail.com trollproject.com tropicalbass.info tropovenamail.com trovantis.cfd
troveniq.cfd trunghocphothong.io.vn trungmetax.com trungtamtoeic.com trustcheck.cc trustdomainvn.us trustguru.vip
trusticloud.us truthfinderlogin.com tryalert.com tryninja.io trythe.net tryzoe.com tscasalnt.top tsderp.com tsdpt.co.uk
tshdn.cfd tshirtsavvy.com tsmtp.org tstrust.org.uk ttirv.org ttpo89japan.com ttszuo.xyz tualias.com
tuamaeaquelaursa.com tubebox.us tubeemail.com tuethong.shop tuku26012023.xyz tulw6ae.ooguy.com tumroc.net tunthuta.com
tuofs.com tupmail.com turkeyth.com turnimon.com turoid.com turual.com turuma.com tutuapp.bid tuyenchau.click
tuyenchau.online tuyenchau.site tuyenhuy.click tuyenhuy.online tuyenhuy.site tvchd.com tverya.com tweet.fr.nf
twinmail.de twitch.work twitchythoughtcreations.in twitter.io.vn twkly.ml twocowmail.net twoweirdtricks.com
twskyhope.top twskyhope.xyz twskyhopenb.shop twzhhq.online tx1ggv4.theworkpc.com txcct.com txen.de txtadvertise.com
tyhe.ro tyldd.com tympe.net tyoless.org.uk tzrj.pro u2v7nnn.mywire.org uacro.com uber-mail.com uberip.com ubinert.com
ubismail.net ubm.md ucche.us ucupdong.ml uddinfoundation.org udingclin.com uemail99.com ufacturing.com ufokeuabmail.com
ug.wtf uggsrock.com uguuchantele.com uhe2.com uhhu.ru uiemail.com uiu.us ujijima1129.gq uk.to ukev.org uki.io.vn
ukm.ovh ukshop538yt.uk ulm-dsl.de ulteriq.cfd ultra.fyi ultrada.ru ultrafive.online ultralabs24.store ultralux.io.vn
ultrasix.online ultravex.cfd ultraz1.io.vn ultrmigos.online uma3.be umail.net umil.net umiudi.cn umombiss.tk
undeadbank.com underseagolf.com undo.it unfairship.com unicodeworld.com unids.com unimain.tech unimark.org uniromax.com
unit7lahaina.com unitedcharitiesosm.org.uk universall.me unlikeyth.com unmail.ru unratito.com uofzcpg9ftykob.asia
uooos.com uorak.com upc.infos.st upliftnow.com uplipht.com uploadnolimit.com upozowac.info upphim.net upsnab.net
uqqlrdi.top urbanvalore.info urfunktion.se urgentmail.ovh urhen.com uroid.com us-x.top us.af us.to usa.cc usa.edu.pl
usaishop.shop usako.net usbc.be usdtbeta.com used-product.fr usedus.me usefulbriefing.com uselesswebsites.net
ushijima1129.cf ushijima1129.ga ushijima1129.gq ushijima1129.ml ushijima1129.tk usm.ovh uspsp.top usrl71x.camdvr.org
ustorp.com usus.accesscam.org usus.camdvr.org usus.casacam.net usus.ddnsfree.com ususus.dynv6.net utiket.us
utkarsh.tech uu.gl uu2.ovh uue.edu.pl uuf.me uuii.in uvaul.us.ci uwork4.us uyhip.com uz8.net v-mail.xyz
v1jhjrc.giize.com v2v.click v2v.email v2v.world v6.army v6.navy v6.rocks v6omlz6.giize.com vaasfc4.tk vaati.org
vae.indevs.in vafyxh.com valanides.com valemail.net valhalladev.com valueineveryone.co.uk vankin.de vasteron.com
vatos.gg vaupk.org vbgvd.com vbv.cards vcois.com vctel.com vda.ro vddaz.com vdig.com veanlo.com veb37.com
vectorbrasil.app velatrix.cfd veletis.bond velloxist.site velmoor.org velocitronix.online veltexline.com vemomail.win
venariq.cfd venompen.com ventrovia.cfd veo.kr veo325k.io.vn veo325kcredit.io.vn veo33.io.vn veo3ultra.sbs
veomatrix25k.io.vn veoverse25k.io.vn ver0.cf ver0.ga ver0.gq ver0.ml ver0.tk vercelli.cf vercelli.ga vercelli.gq
vercelli.ml verdejo.com verel.online verifycenter.net verityemail.site vermutlich.net vernonbourne.uk veronicamira.info
vertexinbox.com vertexium.net veruvercomail.com verybigdick.cyou veryday.ch veryday.eu veryday.info veryrealemail.com
ves.ink vesa.pw vesdev01.shop vetra.cyou vevs.de vexalor.cfd vexaluno.xyz vexi.my vextora.click vfdhks.eu.cc
vfre4w3.dynv6.net vfwladiesauxin.org vgfautd.mywire.org vggh.beer vi1ilpa.mywire.org via.tokyo.jp viavuive.net
vibertees.com vibzi.net vickaentb.tk victime.ninja victoriaalison.com victoriantwins.com vidchart.com
videoigdownload.com videotoptop.com viditag.com vidwobox.com vidxlr.me viemarter.online viettravel.io.vn vietxf.com
viewbuster.ru viewcastmedia.com viewcastmedia.net viewcastmedia.org viewmuse.com vigilantkeep.net vigoneo.com
vikingsonly.com villaxoa.site vinaemail.com vinakoop.com vinakop.com vinatissue.org vinernet.com vinhdo.shop
vintomaper.com viole.cfd violet0923.online vipepe.com vipmail.name vipmail.pw vipmba.cc vips.pics vipxm.net
viralplays.com virelio.cfd virgilian.com virginsrus.xyz virtualemail.info visal007.tk visal168.cf visal168.ga
visal168.gq visal168.ml visal168.tk visignal.com visualdep.run.place visualnest.work visuals.linkpc.net vitahicks.com
vitaspherelife.com vitrineproducoes.com viv2.com vividtipzone.com vixletdev.com vixtricks.com vjoid.ru vjoid.store
vjuum.com vkbb.ru vkbb.store vkbt.ru vkbt.store vkcbt.ru vkcbt.store vkcode.ru vkfu.ru vkfu.store vkjashdf.eu.cc
vkpr.store vkr1.com vkrr.ru vkrr.store vladhub.buzz vlemi.com vlrregulatory.com vmailing.info vmani.com vmm.indevs.in
vmpanda.com vn-one.com vncctv.org vnedu.me vnfjsh.eu.cc vntechhub.online vnvmail.com vnxdxpf.loseyourip.com vobau.net
voerpemww.click voicesforchangeinc.org voidbay.com voidmail.one voidpop.win volaj.com volku.org voltaer.com voltr.click
voltravia.cfd vomoto.com vorga.org vortalis.cfd voryxen.com vothanhtuan.shop votiputox.org voxelcore.com voxinh.net
vpii.beer vpn.st vpn64.de vpnseat.com vps30.com vps79.com vps911.net vradportal.com vremonte24-store.ru vrjxk.com
vrmtr.com vsdsd23gsdf.shop vsimcard.com vsmailpro.com vssms.com vtmpj.net vtxmail.us vuatrochoi.nl vubby.com vuiy.pw
vuket.org vulca.sbs vulcanpioneerjers.org vupn.me vusra.com vutrugay.org vuv.indevs.in vvatxiy.com vwagamlk.top
vwhins.com vxsolar.com vystella.cfd vztc.com w-asertun.ru w154ed2.giize.com w3internet.co.uk wacold.com
waguriagent.codes waisfoundation.com waitbeqa.com waivey.com wakingupesther.com walala.org walkmail.net walkmail.ru
wallm.com wanai.biz.id wanaofamouscar.com wandouyu.run wanko.be wansnode-dice.site wanting2work.org.uk wanva.shop
wargravepreschool.uk warlus.asso.st waroengin.com waroengku.cc waroengkuy.com waroengmail.com waroengpremium.com
warrity25k.io.vn warunkto.com watch-harry-potter.com watchever.biz watchfull.net watchironman3onlinefreefullmovie.com
waterisgone.com waterpalace.pro watersoftenersystemcost.com watrf.com watsawang.com waventra.cfd waw.indevs.in
wazabi.club wbdev.tech wbml.net wbslxy.cc.cd wdrd.beer wearkeymail.site wearvault.biz.id weatherbx.xyz
weaxymt.loseyourip.com web-contact.info web-ideal.fr web-inc.net web-library.net web-mail.pp.ua web2mailco.com
webcamness.com webclub.infos.st webcontact-france.eu webemail.me webhook.site webinarmoa.com webm4il.info webmail24.top
webmailus.com webofip.com webscash.com webstore.fr.nf webtrip.ch webui.cc.cd webuser.in wecanmakehit.win wecp.ru
wecp.store wee.my weekfly.com weekzs.icu weeline.fun wef.gr weg-werf-email.de wegoo.dpdns.org
wegwerf-email-addressen.de wegwerf-email-adressen.de wegwerf-email.at wegwerf-email.de wegwerf-email.net
wegwerf-emails.de wegwerfadresse.de wegwerfemail.com wegwerfemail.de wegwerfemail.info wegwerfemail.net
wegwerfemail.org wegwerfemailadresse.com wegwerfmail.de wegwerfmail.info wegwerfmail.net wegwerfmail.org
wegwerpmailadres.nl wegwrfmail.de wegwrfmail.net wegwrfmail.org weiruipingji.com weizixu.com wejedvv.giize.com
wekawa.com welikecookies.com wellsfargocomcardholders.com wemel.top wenkuu.com wentcity.com wenyuanshe.com wep.email
were-w.top wetrainbayarea.com wetrainbayarea.org weyword.cfd wfgdfhj.tk wg0.com wh4f.org whaaaaaaaaaat.com
whatagarbage.com whatemi.de whatever.za.net whatiaas.com whatifanalytics.com whatpaas.com whatsaas.com whf222.top
whiffles.org whirlygirlink.org whispermail.org whitehousecalculator.com whitemistral.pro whob31o.camdvr.org whopy.com
whyspam.me wibblesmith.com wicfolhumanservices.org wickmail.net widaryanto.info widget.gg wiemei.com wierie.tk
wifimaple.com wifioak.com wikfee.com wikidocuslava.ru wildan.tech wilemail.com willhackforfood.biz willselfdestruct.com
wimsg.com windsurfcom.shop winemaven.info winocs.com wins.com.br wintersgf.store wintersmail.site wir-sind.com
wireconnected.com wishy.fr wivstore.com wlist.ro wlsom.com wmail.cf wmail.club wmct.info wmksuhd.cn wnbaldwy.com
wohbc.co.uk wokcy.com wolfmail.ml wolfsmail.tk wollan.info womp-wo.mp woofgl.email woofidog.fr.nf woopros.com
workhorsefilms.com workingtall.com worldcoins.top worldlylife.store worldspace.link woshiemoman.cloud-ip.cc
wovoemj1119.icu wpdork.com wpg.im wralawfirm.com wrgee.com writeme.us wronghead.com wrqj.top wrxx.beer ws.gy wshu.net
wsvpsft.xyz wsxnxce.online wsym.de wsypc.com wtjinkintrust.co.uk wudet.men wudiai.shop wuespdj.xyz wupics.com
wusongdahu.cc.cd wuuvo.com wuzak.com wuzup.net wuzupmail.net wvyt851.ddnsfree.com wwc8.com wwdskboiv.top wwefd.top
wwej.cc.cd wwjmp.com wwtykkm.bond wwvec.uno wwvk.ru wwvk.store wwwnew.eu wxcv.fr.nf wxf07.shop wxnw.net wyoxafp.com
wywnxa.com wzjpj.com wzjyyds.com wzofit.com x-clone.asia x-lab.net x0bdu6n.mywire.org x0q.net x1ix.com x24.com
x80.dpdns.org x80la.shop x8nxh3g.theworkpc.com x9ad1.my xagloo.co xagloo.com xandoria.cfd xapimail.top xazymarcie.space
xbaby69.top xbrok.com xcf.pet xclone.asia xcode.ro xcodes.net xcompress.com xcoxc.com xcp3iiv.ooguy.com xcpy.com
xcsllajs.eu.cc xcucngon.site xcvuaylik.top xcvv.xyz xdfrms.fun xdnss.cc xdpxdp.online xehop.org xelio.sbs xelu.space
xemaps.com xemne.com xen-bypass.com xenloria.cfd xeno.gay xenta.cfd xents.com xepa.ru xfavaj.com xfft.beer
xgcpking.space xgmail.bond xhotmail.cyou xi2.cc xiajspof.eu.cc xiangshan.eu.cc xiaoche.ggff.net xiaoguaishou.icu
xiaohuangyu.ccwu.cc xiaoting.cc xib.icu xidealx.com xiiqtg.com xiiqtg.vip xikemail.com ximenor.site xingmeisofa.com
xirentha.cfd xitler.top xiwinnie.icu xjoi.com xkx.me xkxkud.com xl.cx xlcsh.icu xmailer.be xmailtm.com xmaily.com
xmisom.help xmlab.icu xmyvgkvw.top xn--5nx.cc xn--9kq967o.com xn--ai-ry2ck37oorv.com xn--d-bga.net xn--di5au2k.shop
xn--ihq4pool8g32cwxiiqcovaa9159jhvah03g.top xn--jxsa73o.eu.org xn--o38h.abrdns.com xn--rhqv96g.tv xn--yaho-sqa.com
xn-xp8h.bond xo00wda.loseyourip.com xojxe.com xolic.me xopmail.fun xost.us xoxo3.website xoxox.cc xperiae5.com
xpremium.pro xpromail.xyz xqqgegsd.eu.cc xrap.de xshop.bond xsioap.eu.cc xsnipersquad.com xsnipersquad.site
xsnipersquad.space xstyled.net xswl.xyz xtzg.beer xunika.uk xvx.us xww.ro xxhamsterxx.ga xxi2.com xxl.st xxlocanto.us
xxmailedu.dpdns.org xxolocanto.us xxqx3802.com xxvd.net xxvk.ru xxvk.store xxxhi.cc xy9ce.tk xylanta.cfd xylar.ru
xylar.store xyxy.app xyzfree.net xzsok.com y0fwzc2.mywire.org y0p8gli.loseyourip.com y1dk5vk.giize.com y4plv.cyou
y6jxjln.kozow.com yabai-oppai.tk yabes.ovh yahmail.top yahooproduct.net yahoox.cyou yaloo.fr.nf yamail.win yanet.me
yangzhai.xyz yangzhong-sfd.cc yanhd-jkd.top yannmail.win yanxuan.eu.cc yapped.net yaqp.com yarnpedia.ga yasuo.sbs
yb9ye8c.kozow.com ybidbccmv.top yc08.cn ycare.de ycglobalmovement.com ycn.ro ydns.eu ydscontingencia.com ye.vc yecp.ru
yecp.store yedi.org yeezus.ru yellofdf2.click yenphandinhe.com yep.it yermail.net yeummo.io.vn yfhsdb.eu.cc ygbelira.me
yhg.biz yihacihuy.top yilue.eu.org ying-ge.com yingzi321.shop yiuogmq.loseyourip.com yjlwcbrf.top yl66.cfd ymonthl.com
ynagjie-66.cc ynmrealty.com ynnord.top yodwg.sbs yodx.ro yogamaven.com yoggm.com yogirt.com yomail.edu.pl yomail.info
yomand.store yondrix.cfd yongdan-hstn.best yoo.ro yopm.zone.id yopmail.com yopmail.fr yopmail.gq yopmail.kro.kr
yopmail.loseyourip.com yopmail.net yopmail.ooguy.com yopmail.pp.ua yopmail.theworkpc.com yopmail.webredirect.org
yoptruc.fr.nf yordanmail.cf yorushika.one yotmail.fr.nf you-spam.com yougotgoated.com youmail.ga youmailr.com
youneedmore.info youpymail.com your5.ru your5.store yourdomain.com youremail.cf yourewronghereswhy.com yourlms.biz
yours.tools yourspamgoesto.space yourtube.ml yourwiseguide.com youtube-com-watch-jtpdc8khnpi.accesscam.org
youtube-com-watch-jtpdc8khnpi.bond youtube-com-watch-jtpdc8khnpi.cyou youtube-com-watch-jtpdc8khnpi.dedyn.io
youtube-com-watch-jtpdc8khnpi.freeddns.org youtube-com-watch-jtpdc8khnpi.gleeze.com
youtube-com-watch-jtpdc8khnpi.loseyourip.com youtube-com-watch-jtpdc8khnpi.mywire.org
youtube-com-watch-jtpdc8khnpi.ooguy.com youtube-com-watch-jtpdc8khnpi.theworkpc.com
youtube-com-watch-jtpdc8khnpi.webredirect.org youxiang.dev yroid.com yrppwsekv.top ysfuddr.top ysgdjd.fun yshdnhh.click
yspend.com ysuhd.art yszmy.cn ytkj.us.ci ytnhy.com ytoof.app ytpayy.com yugasandrika.com yui.it yujiehanjiao.cc
yuki.ren yummymeow.eu yummymeow.fr yummymeow.org yummymeow.store yun.pics yuoia.com yurevia.cfd yurovovault.shop
yuurok.com ywiueryweqrwerqsdf.us.ci ywzmb.top yxdad.ru yxdad.store yxx1.ccwu.cc yxxala.ccwu.cc yxxawa.ccwu.cc
yxxawa.top yxzx.net yydsplus.top yykzv53.theworkpc.com yyolf.net yyqzc8v.giize.com yzcalo.com yzm.de z-o-e-v-a.ru
z0d.eu z1p.biz z86.ru z8ebbq2.camdvr.org zai.asia zain.com.co zain.site zainmax.net zaktouni.fr zalesie.net.pl
zantrax.com zapmail.one zarabotokdoma11.ru zarkbin.store zasod.com zauxpbp.cn zaym-zaym.ru zcdpbx.top zcjzy.cc.cd
zcovz.ru zcovz.store zcrcd.com zdenka.net ze.tc zebins.com zebins.eu zehnminuten.de zehnminutenmail.de zeldaa.ccwu.cc
zellatrix.cfd zellio.yachts zemzar.net zenbada.com zenbyul.com zensurpirat.de zenthara.cfd zenthira.cfd zenthranet.com
zephyros.cfd zepp.dk zeronerbacomail.com zeropolly.com zetmail.com zevionyx.com zexic.cyou zfymail.com zgg0.help
zhaji.eu.org zhanhuokma2.wang zhaoqian.ninja zhaoyuanedu.cn zhcne.com zhengwz.dpdns.org zhewei88.com zhizhiwei.fun
zhjjq.tech zhorachu.com zhousj.eu.org zik.dj zikzak.site zipcad.com zipcatfish.com ziping.me zipmail.one zipo1.gq
zippymail.info zipsendtest.com zira.my ziragold.com zivox.sbs ziyoupi.asia zizo7.com zkfdwz.shop zlqkuzx.ddnsfree.com
zmail.cam zmnai.top zmypxprb.sbs znext.bond zoaxe.com zoemail.com zoemail.net zoemail.org zoetropes.org zolamin.com
zolmiu.cfd zombie-hive.com zomg.info zoomintens.com zorg.fr.nf zouz.fr.nf zovion.com zozozo123.com zpva4pd.mywire.org
zrufe.com zsero.com zsmj.cc.cd zsts.top zudpck.com zuldev.live zumnime.me zumpul.com zutomayo.best zv68.com zvvzuv.com
zw5pkjm.camdvr.org zx81.ovh zxb8bds.loseyourip.com zxcv.com zxcvbn123.cc.cd zxcvbnm.com zxhyzlwcp.top zxqzin.cn
zxrey.club zymuying.com zyns.com zypherin.cfd zyranova.cfd zyvenix.cfd zzaidah.cloud zzeu.us zzi.us zzrgg.com zzz.com
zzzzzzzzzzzzzz-1090.dynv6.net zzzzzzzzzzzzzz-2092.dynv6.net zzzzzzzzzzzzzz-277.dynv6.net zzzzzzzzzzzzzz-3294.dynv6.net
zzzzzzzzzzzzzz-3330.dynv6.net zzzzzzzzzzzzzz-3535.dynv6.net zzzzzzzzzzzzzz-3928.dynv6.net zzzzzzzzzzzzzz-3940.dynv6.net
zzzzzzzzzzzzzz-4283.dynv6.net zzzzzzzzzzzzzz-4904.dynv6.net zzzzzzzzzzzzzz-5055.dynv6.net zzzzzzzzzzzzzz-5246.dynv6.net
zzzzzzzzzzzzzz-546.dynv6.net zzzzzzzzzzzzzz-739.dynv6.net zzzzzzzzzzzzzz-7619.dynv6.net zzzzzzzzzzzzzz-7911.dynv6.net
zzzzzzzzzzzzzz-8050.dynv6.net zzzzzzzzzzzzzz-8079.dynv6.net zzzzzzzzzzzzzz-8874.dynv6.net zzzzzzzzzzzzzz-969.dynv6.net
zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.loseyourip.com
zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.ooguy.com
`;

let domains: ReadonlySet<string> | undefined;

/** True for an address at a domain of the list, or at one below it. */
export function isDisposable(email: string): boolean {
  domains ??= new Set(listed.split(/\s+/));
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .split('.');
  return labels.some((_, place) => place < labels.length - 1 && domains?.has(labels.slice(place).join('.')) === true);
}
